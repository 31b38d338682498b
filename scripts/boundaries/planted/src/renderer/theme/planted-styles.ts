// planted: mantine-style-unused
import '@mantine/core/styles/Tree.layer.css';

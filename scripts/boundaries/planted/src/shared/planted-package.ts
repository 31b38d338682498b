// planted: shared-packages-are-pure
import axios from 'axios';
export const client = axios;

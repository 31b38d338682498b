import { useTranslation } from 'react-i18next';
import { Drawer } from '../../components/modal.tsx';
import { Brand } from './brand.tsx';
import styles from './side-drawer.module.css';
import { SideMenu } from './side-menu.tsx';

/** The side menu on narrow screens. */
export function SideDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={272}
      title={<Brand />}
      closeButtonProps={{ 'aria-label': t('nav.close') }}
      classNames={{ header: styles.header ?? '', body: styles.body ?? '' }}
    >
      <SideMenu inDrawer onGo={onClose} />
    </Drawer>
  );
}

import { useEffect } from 'react';
import { CollaborativeHost } from '../../features/collaborative/collaborative-host.tsx';
import { NativeNotices } from '../../features/notifications/native-notices.tsx';
import { RulesHost } from '../../features/rules/rules-host.tsx';
import { UploadsHost } from '../../features/upload/uploads-host.tsx';
import { setLaterHere } from '../../hooks/later.ts';
import { DesktopNotices } from '../desktop-notices.tsx';
import { lookAhead } from '../look-ahead.ts';
import { Palette } from '../palette.tsx';
import { ShortcutSheet } from '../shortcut-sheet.tsx';
import { FocusReturn } from './focus-return.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { SideDrawer } from './side-drawer.tsx';

/** Beside the host that draws the same rows (`document-parts.ts`). */
export { OwnUploads } from '../../features/upload/dropdown/own-uploads.tsx';

interface Opened {
  opened: boolean;
  close: () => void;
}

/** The parts of the shell that nobody sees at first. A chunk of its own (`hooks/later.ts`). */
export function LaterParts({ sheet, drawer }: { sheet: Opened; drawer: Opened }) {
  useEffect(() => {
    setLaterHere(true);
    return () => setLaterHere(false);
  }, []);
  useEffect(lookAhead, []);
  return (
    <>
      <LeaveGuard />
      <FocusReturn />
      <SideDrawer opened={drawer.opened} onClose={drawer.close} />
      <Palette />
      <ShortcutSheet opened={sheet.opened} onClose={sheet.close} />
      <DesktopNotices />
      <NativeNotices />
      <UploadsHost />
      <RulesHost />
      <CollaborativeHost />
    </>
  );
}

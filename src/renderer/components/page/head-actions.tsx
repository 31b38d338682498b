import { ActionIcon, Button } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useNarrow } from '../../hooks/use-narrow.ts';
import { Menu } from '../menu.tsx';
import { WriteButton, WriteItem } from '../write.tsx';

/** Something that is done beside a screen's main action: it opens a page, or does `onClick`. */
export interface HeadAction {
  readonly label: string;
  readonly icon: TablerIcon;
  readonly to?: string;
  readonly onClick?: () => void;
  /** Whether it changes something on the server, or opens such a form: without a connection it is disabled. */
  readonly writes?: boolean;
  readonly disabled?: boolean;
  /** Name of its button in the screen's tour. */
  readonly tour?: string;
}

/** The button of the menu that has what finds no place in a narrow head. */
export function MoreButton(props: Omit<ComponentProps<typeof ActionIcon<'button'>>, 'children'>) {
  const { t } = useTranslation();
  const label = t('moreActions');
  return (
    <ActionIcon variant="default" size={38} aria-label={label} title={label} {...props}>
      <IconDots size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

/**
 * The actions of a screen's head: buttons, and on a narrow screen entries of one menu, so that the content is not below
 * rows of buttons. The one that creates something is always a button.
 */
export function HeadActions({
  actions,
  menu,
  create,
}: {
  actions: readonly HeadAction[];
  /** A menu that the head has besides. On a narrow screen it is the only one, and begins with these entries. */
  menu?: (entries?: ReactNode) => ReactNode;
  create?: ReactNode;
}) {
  const isNarrow = useNarrow();
  if (!isNarrow || (actions.length === 1 && !menu))
    return (
      <>
        {actions.map((action) => (
          <HeadButton key={action.label} {...action} />
        ))}
        {menu?.()}
        {create}
      </>
    );
  const entries = actions.map((action) => <HeadEntry key={action.label} {...action} />);
  return (
    <>
      {create}
      {menu ? (
        menu(entries)
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <MoreButton />
          </Menu.Target>
          <Menu.Dropdown>{entries}</Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

function HeadButton({ label, icon: Icon, to, onClick, writes, disabled = false, tour }: HeadAction) {
  const props = { leftSection: <Icon size={16} aria-hidden="true" />, 'data-tour': tour };
  if (writes)
    return (
      <WriteButton {...props} to={to} onClick={onClick} disabled={disabled}>
        {label}
      </WriteButton>
    );
  if (to)
    return (
      <Button {...props} component={Link} to={to}>
        {label}
      </Button>
    );
  return (
    <Button {...props} onClick={onClick} disabled={disabled}>
      {label}
    </Button>
  );
}

function HeadEntry({ label, icon: Icon, to, onClick, writes, disabled = false }: HeadAction) {
  const props = { leftSection: <Icon size={16} aria-hidden="true" /> };
  if (writes)
    return (
      <WriteItem {...props} to={to} onClick={onClick} disabled={disabled}>
        {label}
      </WriteItem>
    );
  if (to)
    return (
      <Menu.Item {...props} component={Link} to={to}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item {...props} onClick={onClick} disabled={disabled}>
      {label}
    </Menu.Item>
  );
}

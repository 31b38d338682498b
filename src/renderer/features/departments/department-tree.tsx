import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconPlus, IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { WriteIcon } from '../../components/write.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './departments.module.css';
import type { Branch } from './tree.ts';

/** The departments as a tree. Each links to its form, and to a new department below it. */
export function DepartmentTree({ branches, opened }: { branches: readonly Branch[]; opened: boolean }) {
  const { t } = useTranslation('departments');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <div className={styles.tree} data-tour="departments-tree">
      <Branches
        label={t('title')}
        branches={branches}
        // Branches that contain a search result are open, even if they were closed before.
        isOpen={(id) => opened || !closed.has(id)}
        onToggle={toggle}
      />
    </div>
  );
}

function Branches({
  label,
  branches,
  isOpen,
  onToggle,
}: {
  label: string;
  branches: readonly Branch[];
  isOpen: (id: string) => boolean;
  onToggle: (id: string) => void;
}) {
  const { t } = useTranslation('departments');
  return (
    <ul aria-label={label} className={styles.branches}>
      {branches.map(({ department, children }) => {
        const { _id, name, head, people, libraries } = department;
        const open = isOpen(_id);
        const Chevron = open ? IconChevronDown : IconChevronRight;
        return (
          <li key={_id}>
            <div className={styles.row}>
              {children.length > 0 ? (
                <ActionIcon
                  variant="subtle"
                  aria-expanded={open}
                  aria-label={t('below', { name })}
                  onClick={() => onToggle(_id)}
                >
                  <Chevron size={16} />
                </ActionIcon>
              ) : (
                <span className={styles.leaf}>
                  <IconSitemap size={15} aria-hidden="true" />
                </span>
              )}
              <div className={styles.text}>
                <Link to={`/organizations/departments/edit/${_id}`} className={styles.name}>
                  {name}
                </Link>
                <span className="meta">
                  {[
                    head ? t('headedBy', { name: fullName(head) }) : t('noHead'),
                    t('people', { count: people }),
                    t('libraries', { count: libraries }),
                  ].join(' · ')}
                </span>
              </div>
              <WriteIcon
                variant="subtle"
                to={`/organizations/departments/create?parent=${_id}`}
                aria-label={t('addBelow', { name })}
                title={t('addBelow', { name })}
              >
                <IconPlus size={16} />
              </WriteIcon>
            </div>
            {children.length > 0 && open && (
              <Branches
                label={t('belowOf', { name })}
                branches={children}
                isOpen={isOpen}
                onToggle={onToggle}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_SCOPE, SCOPE_LABELS, SCOPES, type Scope } from '#shared/access/scopes.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { FieldFailure, FieldLabel, fieldProps } from '../../../../components/inputs/field.tsx';
import { nothingFound } from '../../../../components/inputs/nothing-found.ts';
import { Select } from '../../../../components/inputs/select.tsx';
import { TypedSelect } from '../../../../components/inputs/typed-select.tsx';
import styles from '../steps/details-step.module.css';
import { setDetails, useWizard } from '../wizard-store.ts';

/** Fields that most documents do not need: document type and scope. */
export function MoreDetails() {
  const { t } = useTranslation('upload');
  const { details, refused } = useWizard();
  const { documentType, scope } = details;
  const [opened, { toggle }] = useDisclosure(documentType !== null || scope !== DEFAULT_SCOPE);
  const types = useEndpoint('documentTypes', {}, { enabled: opened });
  const startOf = (type: string | null): Scope =>
    types.data?.find(({ _id }) => _id === type)?.scope ?? DEFAULT_SCOPE;
  /** A scope that nobody chose follows the type; a chosen one stays. */
  const choose = (type: string | null): void =>
    setDetails({
      documentType: type,
      ...(scope === startOf(documentType) ? { scope: startOf(type) } : {}),
    });
  return (
    <div>
      <UnstyledButton className={`link ${styles.more}`} aria-expanded={opened} onClick={toggle}>
        <IconChevronRight size={15} aria-hidden="true" />
        {t('details.more')}
      </UnstyledButton>
      <Collapse expanded={opened}>
        <div className={styles.pair} style={{ paddingTop: 12 }}>
          <TypedSelect
            label={<FieldLabel aside={t('optional')}>{t('details.type')}</FieldLabel>}
            placeholder={opened && types.isPending ? t('loading') : t('details.typeNone')}
            data={(types.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={types.data ? documentType : null}
            onChange={choose}
            clearable
            clearButtonProps={{ 'aria-label': t('clearSelection') }}
            nothingFoundMessage={nothingFound(types, t('details.none'))}
            {...fieldProps({
              error: types.isError ? (
                <FieldFailure text={t('details.typeFailed')} onRetry={() => void types.refetch()} />
              ) : (
                refused.documentType
              ),
            })}
          />
          <Select
            label={t('details.scope')}
            data={SCOPES.map((each) => ({ value: each, label: SCOPE_LABELS[each] }))}
            value={scope}
            onChange={(value) => value && setDetails({ scope: value as Scope })}
            allowDeselect={false}
            {...fieldProps({ error: refused.scope, hint: t(`details.scopeHints.${scope}`) })}
          />
        </div>
      </Collapse>
    </div>
  );
}

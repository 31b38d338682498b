import { Checkbox, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limitsUpdate } from '#shared/organization/settings.schemas.ts';
import { SETTINGS_BOUNDS } from '#shared/organization/settings.ts';
import { FILE_KINDS, type FileKind } from '#shared/platform/files/file-kinds.ts';
import { call } from '../../api/client.ts';
import { fieldProps } from '../../components/inputs/field.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';
import styles from './settings.module.css';

const MB = 1024 ** 2;

/** The maximum file size and the allowed file types. */
export function LimitsSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const { form, settings, note } = useSection({
    ...props,
    section: 'limits',
    valuesOf: ({ limits }) => ({
      uploadLimit: (limits.uploadLimit / MB) as number | string,
      fileKinds: [...limits.fileKinds] as string[],
    }),
    schema: limitsUpdate,
    bodyOf: ({ uploadLimit, fileKinds }, rev) => ({
      uploadLimit: Math.round(Number(uploadLimit) * MB),
      fileKinds: fileKinds as FileKind[],
      rev,
    }),
    send: (body) => call('settingsLimits', { body }),
  });
  const most = settings.limits.uploadLimitMax;
  const megabytes = Number(form.values.uploadLimit);
  const right = megabytes >= SETTINGS_BOUNDS.uploadLimit.min / MB && megabytes <= most / MB;
  return (
    <SectionForm section="limits" form={form} note={note}>
      <NumberInput
        label={t('limits.uploadLimit')}
        suffix=" MB"
        decimalScale={0}
        hideControls
        maw={240}
        {...form.field('uploadLimit')}
        {...fieldProps({
          // The API counts in bytes, the form in megabytes.
          error:
            form.errorOf('uploadLimit') && !right
              ? t('limits.bounds', { most: formatNumber(most / MB) })
              : undefined,
          hint: t('limits.most', { most: formatNumber(most / MB) }),
        })}
      />
      <Checkbox.Group label={t('limits.fileKinds')} {...form.field('fileKinds', { hint: t('limits.never') })}>
        <div className={styles.kinds}>
          {FILE_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`common:fileKinds.${kind}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </SectionForm>
  );
}

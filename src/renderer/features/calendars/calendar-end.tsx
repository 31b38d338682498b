import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Calendar } from '#shared/calendars/calendars.schemas.ts';
import { useCall } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { Modal } from '../../components/modal.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';

/** Deletes a calendar in which nobody has done anything yet; otherwise switches it off, so that its history stays. */
export function CalendarEnd({
  calendar,
  dirty,
  onSwitchOff,
}: {
  calendar: Calendar;
  /** Unsaved changes in the form above must be saved first. */
  dirty: boolean;
  onSwitchOff: () => Promise<unknown>;
}) {
  const { t } = useTranslation('calendars');
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const [switching, setSwitching] = useState(false);
  const remove = useCall('calendarDelete', {
    onSuccess: () => {
      setAsked(false);
      toast.success(t('end.removed', { name: calendar.name }));
      void navigate('/calendars', { replace: true });
    },
  });
  const referenced = remove.error instanceof ApiError && remove.error.code === 'referenced';
  const switchOff = async (): Promise<void> => {
    setSwitching(true);
    try {
      await onSwitchOff();
      setAsked(false);
      toast.success(t('end.switchedOff', { name: calendar.name }));
    } catch (error) {
      toast.error(t('end.notSwitchedOff'), error);
    } finally {
      setSwitching(false);
    }
  };
  return (
    <FormSection title={t('end.title')} intro={t('end.intro')}>
      <div>
        <WriteButton
          color="red"
          variant="subtle"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          disabled={dirty}
          onClick={() => {
            remove.reset();
            setAsked(true);
          }}
        >
          {t('end.remove')}
        </WriteButton>
        {dirty && <p className="meta">{t('end.saveFirst')}</p>}
      </div>
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('end.removeTitle', { name: calendar.name })}
      >
        <p>{t('end.removeBody')}</p>
        <DialogFailure text={remove.isError && errorMessage(remove.error)} />
        <div className={dialog.buttons}>
          <Button onClick={() => setAsked(false)}>{t('common:cancel')}</Button>
          {referenced ? (
            calendar.active && (
              <WriteButton variant="filled" loading={switching} onClick={() => void switchOff()}>
                {t('end.switchOff')}
              </WriteButton>
            )
          ) : (
            <WriteButton
              variant="filled"
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: calendar._id } })}
            >
              {t('end.remove')}
            </WriteButton>
          )}
        </div>
      </Modal>
    </FormSection>
  );
}

import './catalogue.ts';
import { Accordion } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '../../components/page/page.tsx';
import { Prose } from './markdown.tsx';
import { questions } from './texts.ts';

/** Frequent questions. The URL says which one is open. */
export function Screen() {
  const { t } = useTranslation('help');
  const [params, setParams] = useSearchParams();
  return (
    <Page
      title={t('faq.title')}
      intro={
        <>
          {t('faq.intro')} <Link to="/help">{t('faq.search')}</Link>
        </>
      }
    >
      <Accordion
        value={params.get('question')}
        onChange={(question) => setParams(question ? { question } : {}, { replace: true })}
        data-tour="help-questions"
      >
        {questions().map(({ id, question, answer }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>{question}</Accordion.Control>
            <Accordion.Panel>
              <Prose text={answer} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Page>
  );
}

import { addTexts } from '../../../i18n/i18n.ts';
import texts from './es.json' with { type: 'json' };

addTexts('report-mails', texts);

import type { ObligationTemplate } from '#shared/calendars/templates.ts';
import type { TemplateRule } from '#shared/compliance/templates.ts';
import type { RetentionEvent } from '#shared/keeping/retention.ts';
import type { SetKey } from '#shared/starting/starter-set.ts';

/** A document type that a set proposes. */
export interface SetType {
  readonly code: string;
  readonly name: string;
  /** Years that its documents are kept; null where the set proposes no period. */
  readonly years: number | null;
  readonly from: RetentionEvent;
  /** The law by which these years are proposed. Named only where there is one. */
  readonly basis: string | null;
  readonly reviewMonths: number | null;
}

export interface SetLabel {
  readonly name: string;
  readonly icon: string;
  readonly children?: readonly SetLabel[];
}

export interface SetFolder {
  readonly name: string;
  /** Paths of labels, `root / child`, that a document here starts with. */
  readonly labels?: readonly string[];
  readonly rules?: readonly TemplateRule[];
  readonly folders?: readonly SetFolder[];
}

export interface SetLibrary {
  readonly name: string;
  readonly description: string;
  readonly labels?: readonly string[];
  readonly folders: readonly SetFolder[];
}

export interface SetObligation extends Omit<ObligationTemplate, 'key'> {
  /** Code of the document type that shows it. */
  readonly type: string | null;
  /** `library / folder` where that is kept. */
  readonly place: string;
}

export interface SetCalendar {
  readonly name: string;
  readonly description: string;
  readonly obligations: readonly SetObligation[];
}

/** What a kind of company starts from. Names are shown to people, and what is made has them. */
export interface StarterSet {
  readonly key: SetKey;
  readonly name: string;
  readonly description: string;
  readonly types: readonly SetType[];
  readonly labels: readonly SetLabel[];
  readonly libraries: readonly SetLibrary[];
  readonly calendars: readonly SetCalendar[];
}

import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusWhenThere } from '../../hooks/focus-when-there.ts';
import { leftBy } from './left-by.ts';

/**
 * Going back to a page focuses the link or row by which it was left, as browsers do with pages that they keep. Where it
 * is not there yet (a list that loads), it is waited for until the person does something else.
 */
export function FocusReturn() {
  const { key } = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const target = kind === NavigationType.Pop ? leftBy.get(key) : undefined;
    return target && focusWhenThere(target);
  }, [key, kind]);
  return null;
}

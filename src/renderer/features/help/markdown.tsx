import Markdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import styles from './help.module.css';

/**
 * Links to our own pages are handled by the router. The page's title is the article's, so headings in the text start
 * one level lower.
 */
const components: Components = {
  a: ({ href = '', children }) =>
    href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>,
  h1: ({ children }) => <h2>{children}</h2>,
};

/** Renders an article's Markdown. HTML in it is never rendered, although the texts are our own. */
export function Prose({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      <Markdown components={components}>{text}</Markdown>
    </div>
  );
}

import Markdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import styles from './help.module.css';

/** Our own links stay in the app; the page's title is the article's, so its heads begin one below. */
const components: Components = {
  a: ({ href = '', children }) =>
    href.startsWith('/') ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>,
  h1: ({ children }) => <h2>{children}</h2>,
};

/** An article's text. It is ours, and still goes the safe way: no HTML in it is ever run. */
export function Prose({ text }: { text: string }) {
  return (
    <div className={styles.prose}>
      <Markdown components={components}>{text}</Markdown>
    </div>
  );
}

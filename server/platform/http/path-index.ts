import { type RequestHandler, Router } from 'express';

/** Adds the routes of one path to a router. */
type Mount = (router: Router) => void;

interface Path {
  /** Its second step; null where that is a parameter or missing. */
  readonly second: string | null;
  readonly mount: Mount;
}

const isParameter = (step: string): boolean => step.includes(':');

/** The steps of a path in lower case, without the slash that may end it: Express minds neither. */
function stepsOf(path: string): string[] {
  const steps = path.toLowerCase().split('/').slice(1);
  if (steps.at(-1) === '') steps.pop();
  return steps;
}

/**
 * Finds a request's routes by the number of its steps and the first two of them. Express compares a request with one
 * route after the other, which for two hundred paths takes a tenth of the time of a short call.
 *
 * Paths keep the order in which they were added. A path of the same form answers as it would in one router.
 */
export class PathIndex {
  readonly #paths = new Map<string, Path[]>();
  /** By number of steps, first step and second step; the second one is empty where no path names the request's. */
  #routers: Map<string, Router> | undefined;

  /**
   * @param path with a fixed number of steps, of which the first is no parameter
   * @throws RangeError for another path
   */
  add(path: string, mount: Mount): void {
    const [first, second = '', ...rest] = stepsOf(path);
    if (!first || isParameter(first) || /[*{}()]/.test(path))
      throw new RangeError(`a path that cannot be found by its steps: ${path}`);
    const key = `${rest.length + (second === '' ? 1 : 2)}/${first}`;
    const paths = this.#paths.get(key) ?? [];
    paths.push({ second: second === '' || isParameter(second) ? null : second, mount });
    this.#paths.set(key, paths);
    this.#routers = undefined;
  }

  readonly handle: RequestHandler = (req, res, next) => {
    this.#routers ??= this.#build();
    const steps = stepsOf(req.path);
    const key = `${steps.length}/${steps[0] ?? ''}`;
    const router = this.#routers.get(`${key}/${steps[1] ?? ''}`) ?? this.#routers.get(`${key}/`);
    if (router) router(req, res, next);
    else next();
  };

  #build(): Map<string, Router> {
    const routers = new Map<string, Router>();
    for (const [key, paths] of this.#paths) {
      for (const named of new Set(paths.map(({ second }) => second))) {
        const router = Router();
        for (const { second, mount } of paths) if (second === null || second === named) mount(router);
        routers.set(`${key}/${named ?? ''}`, router);
      }
    }
    return routers;
  }
}

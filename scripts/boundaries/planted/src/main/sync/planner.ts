// planted: planner-is-pure
import { engine } from './engine.ts';
export const plan = engine;

// planted: planner-is-pure
import { engine } from '../engine/engine.ts';
export const plan = engine;

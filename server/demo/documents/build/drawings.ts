import type { DrawingName } from '../content.ts';
import { Canvas, type Colour } from './png.ts';

const PAPER: Colour = [250, 248, 243];
const INK: Colour = [38, 42, 50];
const SOFT: Colour = [150, 152, 155];
const BRICK: Colour = [168, 74, 41];
const BLUE: Colour = [44, 96, 146];
const GREEN: Colour = [78, 128, 84];
const SAND: Colour = [222, 205, 172];
const YELLOW: Colour = [242, 193, 46];
const WHITE: Colour = [255, 255, 255];

/** Draws one of the demo's pictures, with its caption. */
export function buildPng(drawing: DrawingName, caption: string): Buffer {
  const canvas = DRAWINGS[drawing]();
  canvas.text(24, canvas.height - 28, caption, INK, 2);
  return canvas.png();
}

const DRAWINGS: Readonly<Record<DrawingName, () => Canvas>> = {
  'site-plan': sitePlan,
  'progress-chart': progressChart,
  'sign-board': signBoard,
  'slump-chart': slumpChart,
  facade,
};

function sitePlan(): Canvas {
  const plan = new Canvas(960, 680, PAPER);
  plan.rect(0, 0, 960, 70, SOFT);
  plan.text(360, 28, 'Avenida Los Toros', WHITE, 3);
  plan.frame(60, 100, 840, 500, INK, 4);
  const areas: [string, number, number, number, number, Colour][] = [
    ['Torre A', 330, 170, 240, 190, BRICK],
    ['Torre B', 620, 170, 200, 190, BRICK],
    ['Acopio de fierro', 330, 420, 230, 90, SAND],
    ['Bodega', 600, 420, 110, 90, BLUE],
    ['Comedor', 730, 420, 120, 90, GREEN],
    ['Oficina', 90, 130, 160, 80, BLUE],
    ['Residuos', 90, 480, 140, 90, SAND],
  ];
  for (const [name, x, y, width, height, colour] of areas) {
    plan.rect(x, y, width, height, colour);
    plan.frame(x, y, width, height, INK);
    plan.text(x + 8, y + height + 8, name, INK, 2);
  }
  plan.disc(595, 380, 14, YELLOW);
  for (let turn = 0; turn < 72; turn += 1) {
    const angle = (turn / 72) * Math.PI * 2;
    plan.rect(Math.round(595 + 230 * Math.cos(angle)), Math.round(380 + 215 * Math.sin(angle)), 4, 4, BRICK);
  }
  plan.text(660, 140, 'Radio grúa 42 m', BRICK, 2);
  plan.line(250, 100, 250, 600, GREEN, 5);
  plan.text(110, 330, 'Vía de', GREEN, 2);
  plan.text(110, 352, 'evacuación', GREEN, 2);
  plan.text(90, 116, 'Acceso', INK, 1);
  return plan;
}

function progressChart(): Canvas {
  const chart = new Canvas(960, 620, PAPER);
  chart.text(40, 30, 'Avance físico acumulado (%)', INK, 3);
  const planned = [4, 9, 16, 25, 36, 48, 60, 71, 81, 90];
  const real = [3, 8, 14, 22, 33, 44, 57, 69, 78, 85];
  axes(chart, 100, 20);
  for (const [at, value] of planned.entries()) {
    const x = 110 + at * 82;
    const previous = planned[at - 1];
    if (previous !== undefined) {
      chart.line(x - 82, 520 - previous * 4, x, 520 - value * 4, BLUE, 3);
    }
    const height = (real[at] ?? 0) * 4;
    chart.rect(x - 14, 520 - height, 28, height, BRICK);
    chart.text(x - 12, 532, String(at + 1).padStart(2, '0'), INK, 2);
  }
  chart.text(600, 60, 'Línea: programado', BLUE, 2);
  chart.text(600, 84, 'Barra: real', BRICK, 2);
  return chart;
}

function slumpChart(): Canvas {
  const chart = new Canvas(960, 620, PAPER);
  chart.text(40, 30, 'Resistencia a 28 días (MPa), hormigón G25', INK, 3);
  axes(chart, 40, 5);
  chart.line(80, 520 - 250, 920, 520 - 250, BLUE, 2);
  chart.text(760, 246, 'Exigido 25', BLUE, 2);
  for (const [at, value] of [
    27.8, 29.1, 26.4, 30.2, 28.7, 24.6, 29.5, 31.0, 28.2, 27.1, 30.4, 29.9,
  ].entries()) {
    chart.disc(110 + at * 68, 520 - value * 10, 9, value < 25 ? BRICK : GREEN);
    chart.text(96 + at * 68, 532, `M${at + 1}`, INK, 2);
  }
  return chart;
}

function axes(chart: Canvas, most: number, step: number): void {
  for (let value = 0; value <= most; value += step) {
    const y = 520 - (value / most) * 400;
    chart.line(80, y, 920, y, SAND, 1);
    chart.text(36, y - 7, String(value), INK, 2);
  }
  chart.line(80, 110, 80, 520, INK, 3);
  chart.line(80, 520, 920, 520, INK, 3);
}

function signBoard(): Canvas {
  const board = new Canvas(800, 600, [120, 140, 120]);
  board.rect(60, 50, 680, 470, WHITE);
  board.rect(60, 50, 680, 110, BLUE);
  board.text(110, 80, 'Uso obligatorio de EPP', WHITE, 4);
  for (const [at, item] of ['Casco', 'Arnés', 'Guantes', 'Antiparras', 'Calzado'].entries()) {
    board.disc(150, 205 + at * 62, 24, BLUE);
    board.disc(150, 205 + at * 62, 10, WHITE);
    board.text(200, 192 + at * 62, item, INK, 4);
  }
  board.rect(560, 260, 120, 120, YELLOW);
  board.frame(560, 260, 120, 120, INK, 6);
  board.text(608, 288, '1', INK, 8);
  board.rect(0, 560, 800, 40, WHITE);
  return board;
}

function facade(): Canvas {
  const front = new Canvas(800, 640, [196, 215, 232]);
  front.rect(0, 560, 800, 80, SAND);
  front.rect(200, 90, 400, 470, [206, 200, 190]);
  for (let floor = 0; floor < 9; floor += 1) {
    front.rect(200, 90 + floor * 52, 400, 6, SOFT);
    for (let window = 0; window < 6; window += 1) {
      const dark = (floor * 7 + window * 3) % 5 < 2;
      front.rect(222 + window * 64, 106 + floor * 52, 36, 30, dark ? INK : BLUE);
    }
  }
  for (let pole = 0; pole < 8; pole += 1) {
    front.rect(182 + pole * 62, 150, 4, 410, YELLOW);
  }
  for (let level = 0; level < 8; level += 1) {
    front.rect(182, 160 + level * 52, 438, 4, BRICK);
  }
  front.rect(660, 30, 12, 530, YELLOW);
  front.rect(360, 40, 420, 10, YELLOW);
  front.line(400, 50, 400, 120, INK, 2);
  front.rect(0, 600, 800, 40, PAPER);
  return front;
}

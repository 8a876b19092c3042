/** What every module may name: the shapes of the data that gamekit/web/views/*.py make, and describe entry by entry. */

/** A rectangle on a drawing: left, top, width and height. */
type Box = [number, number, number, number];

/** A place on a drawing: its centre, half its width and half its height. */
type Spot = [number, number, number, number];

type Value = "win" | "loss" | "tie" | "draw" | "solved" | "stuck" | "least" | "most" | "level" | "unknown" | "unsolved";

/** A remoteness: null where play never ends, undefined where nothing is said of it. */
type Plies = number | null | undefined;

interface Move {
  text: string;
  value: Value;
  payoff: number | null;
  remoteness?: Plies;
  outlook: string;
  best: boolean;
  steps: number[];
  mark: number | null;
  spots: number[];
  ways?: { steps: number[]; text?: string }[];
  unordered?: number;
}

interface View {
  state: string;
  ply: number;
  mover: number;
  value: Value;
  payoff: number | null;
  remoteness?: Plies;
  winner: string | null;
  headline: string;
  over: boolean;
  ending: string | null;
  board: string;
  alt: string;
  prompts: string[] | null;
  box: Box | null;
  width: number;
  spots: Spot[];
  twins: [number, number, number, number, number][];
  reach: [number, number, number, number, number][];
  contents: string[];
  deciding: Spot[];
  moves: Move[];
  choice: number | null;
  hint: string | null;
  left?: boolean;
}

interface Header {
  id?: string;
  title: string;
  game: string;
  players: string[];
  clauses: { is: string[]; plays: string[]; wins: string[] };
  parameters: any;
  headline: string;
  colours: string[];
  pieces: string[];
  goal: string;
  rules: string[];
  setup: string;
  presets: { name: string; parameters: object; current: boolean }[];
  start: string;
  is_initial: boolean;
  states: number | null;
  edges: number | null;
  size: string;
  checked: string;
  facts: string[];
  verified: string | null;
  is_verified: boolean;
  plies_per_move: number;
  conversion: string | null;
  counted_to: string;
  sits_opposite: boolean;
  prompts: string[];
  turn_limit: number | null;
  claims?: string[];
  proved?: number[];
  people?: number[];
}

interface Step {
  state: string;
  player: string;
  move: string | null;
  value: Value;
  remoteness: Plies;
  outlook: string | null;
  departures: string[];
  board: string | null;
}

interface Reasons {
  summary: string;
  steps: Step[];
  cycle_start: number | null;
}

interface Neighbour {
  state: string;
  mover: number;
  value: Value;
  payoff: number;
  remoteness: number | null;
  headline: string;
  terminal: boolean;
  rim: boolean;
  board: string | null;
}

interface Neighbourhood {
  within: number;
  cut: boolean;
  nodes: Neighbour[];
  edges: [number, number, boolean, string][];
}

/** How far a job has come. */
interface Progress {
  phase?: string | null;
  done?: number;
  total?: number;
}

/** What answers for one solved game: the server, or the page itself, which knows less. */
/** A state to be solved; as `puzzles` in gamekit/web/views/puzzles.py. */
interface Puzzle {
  state: string;
  solver: number;
  task: string;
  difficulty: number;
  choice: string;
  board: string | null;
}

/** What is put on the board to set up a position, and the position; as in gamekit/web/views/arrangement.py. */
interface Brush {
  name: string;
  picture: string;
  how: "sign" | "tile" | "piece";
  places: { [place: string]: number };
  cells: number[];
  value: number | null;
  empty: number | null;
}

interface Palette {
  brushes: Brush[];
  numbers: { name: string; cell: number; most: number }[];
  names: { [place: string]: string };
  are_drawn: boolean;
}

interface Arrangement {
  cells: number[];
  state: string;
  board: string;
  contents: { [name: string]: string };
  mover: number;
  is_shown: boolean;
  problem: string | null;
}

interface Source {
  header: Header;
  walk(moves: string[], from: number): Promise<View[]>;
  why(moves: string[]): Promise<Reasons>;
  verified?(): Promise<Header>;
  neighbourhood?(moves: string[], within: number, most: number): Promise<Neighbourhood>;
  palette?(): Promise<Palette>;
  arrangement?(position: { cells?: number[]; text?: string }): Promise<Arrangement>;
  wish?(wanted: { value: string; least?: number; most?: number }): Promise<{ states: number; state: string | null; mover: number | null }>;
  puzzles?(): Promise<{ puzzles: Puzzle[] }>;
  statistics?(): Promise<any>;
  comparison?(onProgress: (status: Progress) => void, signal: AbortSignal): Promise<any>;
}

/** All elements that pages look for can have the focus and data; as far as these are part of SVG, too. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Document {
  readonly activeElement: HTMLElement | null;
}

type Play = import("gamekit/play").Play;

/** A play that the server answers for, which knows all that the panels show. */
type AnalysedPlay = Play & { source: Required<Source> };

type Turn = ReturnType<Play["history"]>[number];

/** The neighbours of each node of a graph. */
type Graph = number[][];

/** The part of lean-qr that the page calls; the package has no types where it lies. */
declare module "lean-qr" {
  export function generate(text: string): { size: number; get(x: number, y: number): boolean };
}

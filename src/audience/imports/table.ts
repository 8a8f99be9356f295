/** Where the next record of a table begins. Kept between chunks, so that a run that died is followed by one that goes on there. */
export interface Position {
  /** Of an uploaded file the byte, of inline rows the index. */
  offset: number;
  /** The line in the file, the first being 1; of inline rows the row number. */
  line: number;
}

/** Some records one after the other, and where the one after them begins. */
export interface Batch {
  /** A text for each header, in their order, and then those for which there is no header. */
  rows: string[][];
  next: Position;
}

/** The rows of a session, wherever they lie. */
export interface Table {
  /** Without the blanks around them; a column without a header has an empty one. */
  headers: string[];
  /** Where the first row begins. */
  start: Position;
  /** Batches of `size` records, fewer when they are very large; the last may be smaller, and is left out when it would be empty. @throws UnreadableTable */
  batches(from: Position, size: number): AsyncIterable<Batch>;
  /** How many rows there are. @throws UnreadableTable */
  count(): Promise<number>;
}

/** The table cannot be read, or not any further. The message is for people, and names the line where one is to blame. */
export { UnreadableCsv as UnreadableTable } from '../../shared/csv-records.ts';

import { Connection, type Job } from './client.ts';
import { FAREWELL } from './dialogue.ts';
import type { Ending, OutgoingMessage } from './mailer.ts';
import { type Reply, troubleOf } from './reply.ts';
import type { MailServer } from './server.ts';

const IDLE_MS = 10_000;
/** How long no further connection is tried after the server has refused one, while others are open. */
const CROWDED_MS = 10_000;

const STOPPING: Ending = { accepted: false, begun: false, reply: troubleOf('connect', 'the service is stopping') };
const LATE: Ending = { accepted: false, begun: false, reply: troubleOf('connect', 'the time to begin is over'), isLate: true };

interface Waiting extends Job {
  isInteractive: boolean;
  isBack: boolean;
}

interface Place {
  connection: Connection<Waiting>;
  idle: NodeJS.Timeout | undefined;
}

/** A server with a limit of connections is served with as many: a message fails for want of a connection only when there is none at all. */
export class Pool {
  readonly #server: MailServer;
  readonly #interactive: Waiting[] = [];
  readonly #bulk: Waiting[] = [];
  readonly #open = new Set<Place>();
  readonly #idle: Place[] = [];
  readonly #connecting = new Set<Connection<Waiting>>();
  /** The server's limit of connections, as far as it is known; one more is tried from time to time. */
  #most: number;
  #tryMoreAt = 0;
  #isClosed = false;
  #largest = Number.POSITIVE_INFINITY;

  constructor(server: MailServer) {
    this.#server = server;
    this.#most = server.maxConnections;
  }

  send(message: OutgoingMessage): Promise<Ending> {
    if (this.#isClosed) return Promise.resolve(STOPPING);
    return new Promise((resolve) => {
      const isInteractive = message.lane === 'interactive';
      (isInteractive ? this.#interactive : this.#bulk).push({
        message,
        isInteractive,
        isBack: false,
        end: resolve,
      });
      this.#pump();
    });
  }

  get largest(): number {
    return this.#largest;
  }

  close(): void {
    this.#isClosed = true;
    this.#endAll(STOPPING);
    for (const place of this.#idle.splice(0)) this.#quit(place);
    for (const connection of this.#connecting) connection.quit();
  }

  #take(): Waiting | undefined {
    return this.#first(this.#interactive) ?? this.#first(this.#bulk);
  }

  #first(line: Waiting[]): Waiting | undefined {
    for (let job = line.shift(); job; job = line.shift()) {
      if (job.message.mayBegin?.() ?? true) return job;
      job.end(LATE);
    }
    return undefined;
  }

  #putBack(job: Waiting): void {
    job.isBack = true;
    if (this.#isClosed) job.end(STOPPING);
    else (job.isInteractive ? this.#interactive : this.#bulk).unshift(job);
  }

  get #waiting(): number {
    return this.#interactive.length + this.#bulk.length;
  }

  /** Gives waiting messages to idle connections, and opens more where these do not suffice. */
  #pump(): void {
    for (let place = this.#idle.pop(); place; place = this.#idle.pop()) {
      const job = this.#take();
      if (!job) {
        this.#idle.push(place);
        return;
      }
      this.#give(place, job, true);
    }
    while (this.#waiting > this.#connecting.size && this.#mayConnect()) void this.#connect();
  }

  #mayConnect(): boolean {
    const used = this.#open.size + this.#connecting.size;
    if (this.#isClosed || used >= this.#server.maxConnections) return false;
    return used < this.#most || (this.#connecting.size === 0 && Date.now() >= this.#tryMoreAt);
  }

  async #connect(): Promise<void> {
    const connection = new Connection<Waiting>(this.#server);
    this.#connecting.add(connection);
    const failure = await connection.open().catch((error: Error) => troubleOf('connect', error.message));
    this.#connecting.delete(connection);
    if (failure) return this.#failed(failure);
    const place: Place = { connection, idle: undefined };
    this.#open.add(place);
    this.#largest = connection.largest;
    this.#most = Math.max(this.#most, this.#open.size);
    connection.handTo({
      // An interactive message does not wait behind another one, but for the next connection.
      next: () => (this.#interactive.length > 0 ? undefined : this.#first(this.#bulk)),
      free: () => this.#freed(place),
      giveBack: (job) => this.#putBack(job),
      over: () => this.#gone(place),
    });
    this.#freed(place);
    this.#pump();
  }

  #failed(why: Reply): void {
    const others = this.#open.size + this.#connecting.size;
    this.#most = Math.max(1, Math.min(this.#most, others));
    this.#tryMoreAt = Date.now() + CROWDED_MS;
    // The open connections serve all messages.
    if (others === 0) this.#endAll({ accepted: false, begun: false, reply: why });
    this.#pump();
  }

  #give(place: Place, job: Waiting, hasRested = false): void {
    clearTimeout(place.idle);
    const { connection } = place;
    const isFresh = connection.messages === 0 && !hasRested;
    const { end } = job;
    connection.send({
      ...job,
      end: (ending) => {
        const { code } = ending.reply;
        const isEnd = connection.isOver && !ending.begun && (code === null || code === FAREWELL);
        // The end of a used or rested connection says nothing about the message. That of a fresh one does, but not while others are open.
        const saysNothing = isEnd && (!isFresh || (code === null && !job.isBack && this.#open.size > 1));
        if (saysNothing) this.#putBack({ ...job, end });
        else end(ending);
      },
    });
  }

  #freed(place: Place): void {
    const { connection } = place;
    const isDone = this.#isClosed || connection.messages >= this.#server.maxMessages;
    const job = isDone ? undefined : this.#take();
    if (isDone) this.#quit(place);
    else if (job) this.#give(place, job);
    else {
      this.#idle.push(place);
      place.idle = setTimeout(() => {
        this.#idle.splice(this.#idle.indexOf(place), 1);
        this.#quit(place);
      }, IDLE_MS).unref();
    }
  }

  #quit(place: Place): void {
    place.connection.quit();
    this.#open.delete(place);
    this.#pump();
  }

  #gone(place: Place): void {
    clearTimeout(place.idle);
    this.#open.delete(place);
    const at = this.#idle.indexOf(place);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#pump();
  }

  #endAll(ending: Ending): void {
    for (const { end } of [...this.#interactive.splice(0), ...this.#bulk.splice(0)]) end(ending);
  }
}

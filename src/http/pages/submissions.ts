import type { ServerResponse } from 'node:http';
import { type TentId, toUlid, type WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { toErrorReply, tooManyRequests } from '../errors.ts';
import { createFormLimit } from '../rate-limit.ts';
import { notAllowed, notThere, redirect, send } from './answers.ts';
import type { Asked } from './asked.ts';
import type { Clients } from './clients.ts';
import { weightsIn } from './encodings.ts';
import { type Fields, readForm } from './form-body.ts';
import { FORM, PASSING, SOLVING } from './headers.ts';
import { type FormPlace, type FormRules, type LivePage, PageChanged, type Pages } from './pages.types.ts';
import { sendSolver } from './solver.ts';
import { type Around, forwardPage, headOf, notSentPage, receivedIn, solvePage, thanksPage, type Wrong } from './submission.views.ts';

export interface SubmissionOptions {
  pages: Pages;
  clients: Clients;
  log: Log;
}

interface Place {
  tentId: TentId;
  formId: string;
  action: string;
  below: 'thanks' | 'challenge' | undefined;
}

const ADDRESS = /^\/submit\/([^/]+)\/([^/]+)(?:\/(thanks|challenge))?$/;
const LONGEST_ID = 120;

function placeOf(path: string): Place | undefined {
  const [, tentId, written, below] = ADDRESS.exec(path) ?? [];
  const formId = written === undefined ? undefined : decoded(written);
  if (!isUuid(tentId) || !formId || [...formId].length > LONGEST_ID) return undefined;
  return { tentId, formId, action: `/submit/${tentId}/${encodeURIComponent(formId)}`, below: below as Place['below'] };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `POST /submit/{tent_id}/{form_id}`, the page that thanks the visitor, and what a form with a captcha needs. */
export function createSubmissions({ pages, clients, log }: SubmissionOptions): (asked: Asked) => Promise<void> {
  const limit = createFormLimit();
  const heads = new Map<string, ReturnType<typeof headOf>>();

  return async (asked) => {
    const { request, response, host } = asked;
    if (sendSolver(asked)) return;
    const place = placeOf(asked.path);
    let live: Live | undefined;
    let sender: Sender | undefined;
    try {
      live = place && (await findPage(host, place.tentId));
      sender = place && live && (await senderOf(asked, live, place));
    } catch (error) {
      if (!place || request.method !== 'POST') throw error;
      return await refuseUnseen(asked, place, error);
    }
    if (!place || !live || !sender) return isForScript(asked) ? refuseScript(response, nowhere()) : notThere(response);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (sender.isAllowed && request.method === 'OPTIONS') return allow(response);
    if (place.below !== undefined) {
      if (!isRead) return notAllowed(response, 'GET, HEAD');
      return place.below === 'thanks' ? await thank(response, live, place) : await pose(response, live, place);
    }
    // A visitor who opens the address has nothing to send.
    if (isRead) return redirect(response, live.address);
    if (request.method !== 'POST') return notAllowed(response, 'GET, HEAD, POST');

    const attempt: { fields?: Fields } = {};
    try {
      await take(asked, live, { ...place, sender }, attempt);
    } catch (error) {
      note(error);
      if (response.headersSent || response.destroyed) return void response.destroy();
      if (isForScript(asked)) return refuseScript(response, error);
      await refuse(response, error, await aroundOf(live), place, attempt.fields);
    }
  };

  /** The settings of a form are asked for only where they count before the form is read. */
  async function senderOf(asked: Asked, live: Live, place: Place): Promise<Sender> {
    if (!isForeign(asked)) return { isForeign: false, isAllowed: false, origin: undefined };
    const { origin } = asked.request.headers;
    const { allowedOrigins } = origin === undefined ? NO_RULES : await pages.formRules(formOf(live, place));
    const isAllowed = origin !== undefined && allowedOrigins.includes(origin);
    asked.response.setHeader('Vary', 'Origin');
    if (isAllowed) asked.response.setHeader('Access-Control-Allow-Origin', origin);
    return { isForeign: true, isAllowed, origin };
  }

  function allow(response: ServerResponse): void {
    const allowed = {
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type',
      'Access-Control-Max-Age': '600',
    };
    response.writeHead(204, { ...PASSING, ...allowed }).end();
  }

  async function thank(response: ServerResponse, live: Live, place: Place): Promise<void> {
    const around = await aroundOf(live);
    const { redirectUrl, thankYou } = await pages.formRules(formOf(live, place)).catch((error: unknown) => {
      log.warn({ err: error }, 'the settings of a form could not be read');
      return NO_RULES;
    });
    send(response, 200, PASSING, redirectUrl === null ? thanksPage(around, thankYou) : forwardPage(around, redirectUrl));
  }

  async function pose(response: ServerResponse, live: Live, place: Place): Promise<void> {
    const form = formOf(live, place);
    const { captcha } = await pages.formRules(form);
    if (captcha === null) return refuseScript(response, new DomainError('not_found', 'This form has no captcha.'));
    sendJson(response, await pages.challenge(form));
  }

  /** The page could not be looked up: the visitor's input is kept all the same. */
  async function refuseUnseen(asked: Asked, place: Place, error: unknown): Promise<void> {
    const { request, response } = asked;
    note(error);
    if (isForScript(asked)) return refuseScript(response, error);
    const fields = isForeign(asked) ? undefined : await readForm(request, response).catch(() => undefined);
    await refuse(response, error, { address: `/${place.tentId}`, language: undefined, title: undefined }, place, fields);
  }

  function note(error: unknown): void {
    if (toErrorReply(error).status >= 500) log.error({ err: error, operation: 'submitForm' }, 'request failed');
  }

  async function take(asked: Asked, live: Live, place: Place & { sender: Sender }, attempt: { fields?: Fields }): Promise<void> {
    const { request, response, host } = asked;
    const { sender, action } = place;
    if (sender.isForeign && !sender.isAllowed) throw new DomainError('foreign_origin', 'This form can only be sent from its own page.');
    attempt.fields = await readForm(request, response);
    limit(clients.addressOf(request), `${host} ${place.action}`);
    const outcome = await pages.submit({ ...formOf(live, place), origin: sender.origin, fields: attempt.fields });
    if (!outcome.accepted && outcome.reason === 'invalid') throw invalid(...outcome.issues);
    if (!outcome.accepted && outcome.reason === 'captcha') return await askToSolve(asked, live, place, attempt.fields);
    if (!outcome.accepted && outcome.reason === 'busy') throw tooManyRequests(BUSY, outcome.seconds);
    if (!outcome.accepted) throw nowhere();
    const { submissionId, rules } = outcome;
    if (isForScript(asked)) {
      const next =
        rules.redirectUrl === null ? { message: rules.thankYou ?? receivedIn(await aroundOf(live)) } : { redirect_url: rules.redirectUrl };
      return sendJson(response, { accepted: true, submission_id: toUlid(submissionId), ...next });
    }
    const location = redirectOf(asked, sender, rules) ?? `${action}/thanks`;
    response.writeHead(303, { ...PASSING, Location: location, 'Content-Length': '0' }).end();
  }

  /** Nothing is lost: the page has the input, solves the challenge and sends both. */
  async function askToSolve(asked: Asked, live: Live, { action }: Place, fields: Fields): Promise<void> {
    const words = 'is missing, was used before, or has expired; solve another challenge of this form';
    if (isForScript(asked)) throw invalid({ path: SOLUTION, message: words });
    const own = fields.filter(([name]) => name !== SOLUTION);
    send(asked.response, 200, SOLVING, solvePage(await aroundOf(live), { action, fields: own }));
  }

  interface Live {
    workspaceId: WorkspaceId;
    address: string;
    page: LivePage;
  }

  async function findPage(host: string, tentId: TentId): Promise<Live | undefined> {
    const own = `/${tentId}`;
    const found = await pages.find(host, own);
    const address = found?.redirect ?? own;
    const there = found?.redirect === undefined ? found : await pages.find(host, address);
    return there?.page?.tentId === tentId ? { workspaceId: there.workspaceId, address, page: there.page } : undefined;
  }

  async function aroundOf({ address, page }: Live): Promise<Around> {
    let head = heads.get(page.etag);
    if (!head) {
      // Published anew at this moment, or out of reach: the answer is in English.
      head = await page.html().then(headOf, (error: unknown) => {
        if (!(error instanceof PageChanged)) log.warn({ err: error }, 'a page could not be read');
        return undefined;
      });
      if (heads.size >= MOST_HEADS) heads.clear();
      if (head) heads.set(page.etag, head);
    }
    return { address, language: head?.language, title: head?.title };
  }

  async function refuse(response: ServerResponse, error: unknown, around: Around, { action }: Place, fields?: Fields): Promise<void> {
    const { status, headers } = toErrorReply(error);
    if (status === 404) return notThere(response);
    const canTryAgain = fields && (status === 429 || status >= 500);
    const page = notSentPage(around, wrongOf(status, error), canTryAgain ? { action, fields } : undefined);
    if (!response.destroyed) send(response, status, { ...FORM, ...headers }, page);
  }
}

interface Sender {
  /** Not the form's own page. */
  isForeign: boolean;
  isAllowed: boolean;
  origin: string | undefined;
}

const formOf = ({ workspaceId }: { workspaceId: WorkspaceId }, { tentId, formId }: Place): FormPlace => ({ workspaceId, tentId, formId });

/**
 * Where the answer to a form itself may lead. Browsers do not follow it from a published page to another site, since the page's policy
 * keeps forms at their own origin: the page that thanks leads on instead.
 */
function redirectOf({ request, host }: Asked, { isForeign }: Sender, { redirectUrl }: FormRules): string | null {
  if (redirectUrl === null) return null;
  const isFromPage = request.headers.origin !== undefined && !isForeign;
  return isFromPage && URL.parse(redirectUrl)?.hostname !== host ? null : redirectUrl;
}

/** The field with the solution of a challenge, as ALTCHA's widget calls it. */
const SOLUTION = 'altcha';
const NO_RULES: FormRules = { redirectUrl: null, thankYou: null, allowedOrigins: [], captcha: null };

const sendJson = (response: ServerResponse, body: object): void =>
  send(response, 200, { ...PASSING, 'Content-Type': JSON_TYPE }, Buffer.from(JSON.stringify(body)));

const MOST_HEADS = 1_000;
const JSON_TYPE = 'application/json; charset=utf-8';

const BUSY = 'Too many people sign up at the moment.';
const nowhere = () => new DomainError('not_found', 'There is no such form.');

function refuseScript(response: ServerResponse, error: unknown): void {
  const { status, headers, body } = toErrorReply(error);
  send(response, status, { ...PASSING, ...headers, 'Content-Type': JSON_TYPE }, Buffer.from(JSON.stringify(body)));
}

function wrongOf(status: number, error: unknown): Wrong {
  if (status === 429) return (error as Error).message.startsWith(BUSY) ? 'busy' : 'tooOften';
  if (status >= 500) return 'later';
  if (status === 413) return 'tooLarge';
  if (status === 403) return 'foreign';
  return status === 415 && (error as Error).message.includes('files') ? 'noFiles' : 'unreadable';
}

/** A script accepts JSON rather than HTML, or accepts both and sends JSON. */
function isForScript({ request: { headers } }: Asked): boolean {
  const weights = weightsIn(headers.accept ?? '*/*');
  const weightOf = (type: string, range: string) => weights.get(type) ?? weights.get(range) ?? weights.get('*/*') ?? 0;
  const [json, page] = [weightOf('application/json', 'application/*'), weightOf('text/html', 'text/*')];
  return json > page || (json === page && /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''));
}

/**
 * Browsers name the origin of a form; other clients have no visitor to abuse. Of the origin only the host counts: a proxy in front may
 * speak TLS, or listen at another port.
 */
function isForeign({ request: { headers }, host }: Asked): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') return true;
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && URL.parse(origin)?.hostname !== host;
}

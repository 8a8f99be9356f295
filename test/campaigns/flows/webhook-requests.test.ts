/** Building requests of webhook steps with any values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../../src/campaigns/flows/definition.ts';
import { filledIn, type Occasion, requestOf, WebhookError, webhookIssues } from '../../../src/campaigns/flows/webhooks/request.ts';
import { secretVariable } from '../../../src/campaigns/flows/webhooks/secrets.ts';
import { newId } from '../../../src/platform/ids.ts';
import { allowing, refusalOf } from '../../../src/platform/outbound-guard.ts';
import { rounds } from '../../support/at-length.ts';

const NOBODY = allowing([]);
const valuesWith = (code: string) => ({
  contact: { custom: {} },
  campaign: { dynamic: { code } },
  workspace: { name: 'Trail' },
  unsubscribe_url: '',
});
const occasion = (code: string): Occasion => ({
  flowId: newId(),
  memberId: newId(),
  startedAt: new Date(),
  contact: {} as Occasion['contact'],
  values: valuesWith(code),
});
const step = (given: object) =>
  ({
    step_id: 'tell',
    type: 'send_webhook',
    endpoint_url: 'https://crm.example/',
    method: 'post',
    custom_fields: {},
    ...given,
  }) as StepOf<'send_webhook'>;
const TAG = '{{campaign.dynamic.code}}';
/** Texts with all that means something in an address. */
const trouble = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '.',
      '/',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '%',
      '2',
      'e',
      '\r',
      '\n',
      '\t',
      ' ',
      '{',
      '}',
      '[',
      ']',
      'é',
      '\ud800',
      '。',
    ),
  }),
);

describe('an address with tags', () => {
  it('leads to the same host and the same depth of its path, and holds the values as they are', () => {
    fc.assert(
      fc.property(trouble, (value) => {
        const address = `https://crm.example:8443/a/${TAG}/b?one=${TAG}&two=x${TAG}#${TAG}`;
        let url: URL;
        try {
          url = new URL(filledIn(address, valuesWith(value)));
        } catch (error) {
          expect(error).toBeInstanceOf(WebhookError);
          expect(['.', '..']).toContain(value);
          return;
        }
        expect(refusalOf(filledIn(address, valuesWith(value)), NOBODY)).toBeNull();
        const whole = value.toWellFormed();
        expect([url.origin, url.username, url.password]).toEqual(['https://crm.example:8443', '', '']);
        const [, a, mine = '', b, ...more] = url.pathname.split('/');
        expect([a, decodeURIComponent(mine), b, more]).toEqual(['a', whole, 'b', []]);
        expect([...url.searchParams]).toEqual([
          ['one', whole],
          ['two', `x${whole}`],
        ]);
      }),
      { numRuns: rounds(60, 500) },
    );
  });

  it.each([
    ['https://{{contact.company}}/', false],
    ['https://crm.example{{contact.company}}', false],
    ['https://crm.example:{{contact.company}}/', false],
    ['https://me:{{contact.company}}@crm.example/', false],
    ['{{contact.company}}', false],
    ['http{{contact.company}}://crm.example/', false],
    ['https:/{{contact.company}}/crm.example/', false],
    ['https:///{{contact.company}}', false],
    ['https://crm.example\\{{contact.company}}', false],
    ['https://crm.example/{{contact.company}}', true],
    ['https://crm.example?{{contact.company}}', true],
    ['https://crm.example#{{contact.company}}', true],
    ['https://10.0.0.1/{{contact.company}}', false],
  ])('may be %s: %s', (endpoint_url, isRight) => {
    expect(webhookIssues({ endpoint_url, custom_fields: {} }, 'step', NOBODY)).toHaveLength(isRight ? 0 : 1);
    // One that was never judged goes nowhere either.
    if (!isRight && !endpoint_url.includes('10.0.0.1')) expect(() => filledIn(endpoint_url, valuesWith(''))).toThrow(WebhookError);
  });
});

describe('the fields of a request', () => {
  it('are whole JSON, or a query, whatever the values', () => {
    fc.assert(
      fc.property(trouble, (value) => {
        const fields = { said: TAG, list: [TAG, { deep: `<${TAG}>` }] };
        const { body = '' } = requestOf(step({ custom_fields: fields }), occasion(value));
        expect(JSON.parse(body)).toMatchObject({ said: value, list: [value, { deep: `<${value}>` }] });
        const { url } = requestOf(step({ method: 'get', custom_fields: fields }), occasion(value));
        expect(new URL(url).searchParams.get('said')).toBe(value.toWellFormed());
        expect(new URL(url).searchParams.has('list')).toBe(false);
      }),
    );
  });

  it('may have any name, and change nothing but themselves by it', () => {
    const custom_fields = JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": "x", "toString": {"a": "b"}}');
    const { body = '' } = requestOf(step({ custom_fields }), occasion(''));
    expect(body).toContain('"__proto__":{"polluted":"yes"}');
    expect(body).toContain('"constructor":"x"');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('the variable of a secret', () => {
  it.each([
    ['juniper-trail', 'crm', 'SECRET_JUNIPER_TRAIL_CRM'],
    ['a', 'arn:aws:secretsmanager:eu-central-1:1:secret:prod/crm-key', 'SECRET_A_CRM_KEY'],
    ['a', 'vault://kv/x.y z', 'SECRET_A_X_Y_Z'],
    ['a', 'é:ß', 'SECRET_A_SS'],
    ['a', 'x:', 'SECRET_A_'],
  ])('of the workspace %s for %s', (slug, arn, variable) => expect(secretVariable(slug, arn)).toBe(variable));
});

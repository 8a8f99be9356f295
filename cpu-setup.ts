import { readFileSync, readdirSync, appendFileSync } from 'node:fs';
import { afterAll, beforeEach, afterEach, expect } from 'vitest';
import { inject } from 'vitest';
const ticks = (pid: string | number, kids = true) => {
  try {
    const s = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const f = s.slice(s.lastIndexOf(')') + 2).split(' ');
    return { ppid: f[1], own: Number(f[11]) + Number(f[12]), kids: Number(f[13]) + Number(f[14]) };
  } catch { return { ppid: '', own: 0, kids: 0 }; }
};
const port = new URL(inject('clusterUrl' as never) as string).port;
const g = globalThis as any;
if (!g.__pm) {
  for (const p of readdirSync('/proc')) if (/^\d+$/.test(p)) {
    try {
      const c = readFileSync(`/proc/${p}/cmdline`, 'utf8');
      if (c.includes('postgres\0-D') && c.includes(`\0${port}\0`)) g.__pm = p;
    } catch {}
  }
}
const pg = () => {
  let sum = 0;
  const t = ticks(g.__pm); sum = t.own + t.kids;
  for (const p of readdirSync('/proc')) if (/^\d+$/.test(p)) { const t = ticks(p); if (t.ppid === g.__pm) sum += t.own; }
  return sum * 10;
};
const all = () => { const s = ticks('self'); return { t: performance.now(), own: s.own * 10, kids: s.kids * 10, pg: pg() }; };
const diff = (a: any, b: any) => ({ wall: Math.round(b.t - a.t), own: b.own - a.own, kids: b.kids - a.kids, pg: b.pg - a.pg });
const start = all();
let each: any;
beforeEach(() => { each = all(); });
afterEach(() => { appendFileSync('/tmp/h/3out/cpu.jsonl', JSON.stringify({ file: expect.getState().testPath, test: expect.getState().currentTestName, ...diff(each, all()) }) + '\n'); });
afterAll(() => { appendFileSync('/tmp/h/3out/cpu.jsonl', JSON.stringify({ file: expect.getState().testPath, ...diff(start, all()) }) + '\n'); });

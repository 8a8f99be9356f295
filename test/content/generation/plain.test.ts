/** Prompts in languages that the library has labels for, and no copy. */
import { describe, expect, it } from 'vitest';
import { fillEmail } from '../../../src/content/generation/library/fill-email.ts';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { readBrief } from '../../../src/content/generation/reader/read.ts';

const AROUND = { name: undefined, logoUrl: undefined, primary: undefined, assets: [] };
const page = (prompt: string) => fillPage(readBrief(prompt, 'page'), { ...AROUND, prompt });
const email = (prompt: string) => fillEmail(readBrief(prompt, 'email'), { ...AROUND, prompt });
const fields = (prompt: string) => readBrief(prompt, 'page').fields?.map(({ standard }) => standard);

describe('an order', () => {
  it.each([
    ['صفحة لمخبز في دمشق مع نموذج اتصال', 'مخبز في دمشق'],
    ['为成都的一家书店做一个网页', '成都的一家书店'],
    ['부산에 있는 작은 서점을 위한 홈페이지를 만들어 주세요', '부산에 있는 작은 서점'],
    ["İzmir'de bir yoga stüdyosu için açılış sayfası", "İzmir'de bir yoga stüdyosu"],
    ['Сторінка для пекарні у Львові', 'Сторінка пекарні у Львові'],
    ['मुंबई में एक बेकरी के लिए वेबसाइट बनाइए', 'मुंबई में एक बेकरी'],
  ])('leaves what the page is about: %s', (prompt, heading) => {
    expect(page(prompt).blocks[0]).toMatchObject({ kind: 'hero', heading });
  });

  it.each([
    ['كتاب. نموذج بالاسم والهاتف والتاريخ', ['name', 'phone', 'date']],
    ['周末陶艺课。时间：5月9日，表单包括姓名、电话和人数。', ['name', 'phone', 'guests']],
    ['피아노 학원. 이름, 전화번호, 희망 시간을 받는 신청서가 필요합니다.', ['name', 'phone', 'time']],
    ['Yoga stüdyosu. Ad, e-posta ve telefon içeren kayıt formu.', ['name', 'email', 'phone']],
    ["Пекарня. Форма замовлення з ім'ям і телефоном.", ['name', 'phone']],
  ])('of a form names its fields, and is not shown: %s', (prompt, expected) => {
    expect(fields(prompt)).toEqual(expected);
    expect(readBrief(prompt, 'page').statements).not.toContainEqual(expect.stringMatching(/نموذج|表单|신청서|formu|Форма/u));
  });

  it('that tells something leaves the news, in the language of the prompt alone', () => {
    const mail = email("Müşterilere yaz indirimini duyur: tüm ürünlerde %20, kod YAZ20, 31 Ağustos'a kadar.");
    expect(mail.subject).toBe('Tüm ürünlerde %20');
    expect(mail.blocks[1]).toMatchObject({ paragraphs: ["Tüm ürünlerde %20, kod YAZ20, 31 Ağustos'a kadar."] });
    expect(JSON.stringify(mail)).not.toMatch(/duyur|We |Kind regards/);
  });
});

it('names for values stay, and what stands around a number goes', () => {
  const brief = readBrief('周末陶艺课。时间：5月9日下午2点，地点：上海静安区，费用200元。电话 021 5555 0101。', 'page');
  expect(brief.facts).toMatchObject([
    { label: '时间', value: '5月9日下午2点' },
    { label: '地点', value: '上海静安区' },
    { kind: 'phone', value: '021 5555 0101' },
  ]);
  expect(brief.remarks).toEqual(['费用200元']);
});

it('a name and a button are read', () => {
  const draft = page('서울의 카페 홈페이지. 이름은 달빛커피, 매일 오전 9시부터. 버튼 "예약하기".');
  expect(draft).toMatchObject({ name: '달빛커피', lang: 'ko' });
  expect(draft.blocks[0]).toMatchObject({ heading: '달빛커피', action: { label: '예약하기' } });
});

it.each([
  ['page', '钢琴一对一课程，免费试听，语气温柔点', /语气/u],
  ['page', 'Yoga stüdyosu. Renkler sakin olsun, dersler salı günü.', /Renkler/u],
] as const)('wishes for the writer are left out: %s %s', (kind, prompt, wish) => {
  const { statements, remarks, slots } = readBrief(prompt, kind);
  expect([...statements, ...remarks, ...Object.values(slots)].join(' ')).not.toMatch(wish);
});

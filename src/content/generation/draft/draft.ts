import type { components } from '../../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** Typed content, as the document describes it. One for pages and one for emails, which differ in their blocks and in a few fields. */
export type PageDraft = Schemas['PageDraft'];
export type EmailDraft = Schemas['EmailDraft'];
export type Draft = PageDraft | EmailDraft;

export type PageBlock = Schemas['PageBlock'];
export type EmailBlock = Schemas['EmailBlock'];
export type Block = PageBlock | EmailBlock;
export type BlockKind = Block['kind'];
export type BlockOf<Kind extends BlockKind> = Extract<Block, { kind: Kind }>;

export type Theme = Schemas['DraftTheme'];
export type Action = Schemas['DraftAction'];
export type Picture = Schemas['DraftPicture'];
export type DrawingName = Schemas['DraftDrawing']['drawing'];
export type Fact = Schemas['DraftFact'];
export type FormField = Schemas['DraftField'];
export type FieldType = FormField['type'];
export type ToneName = NonNullable<Theme['tone']>;

export type Note = Schemas['GenerationNote'];

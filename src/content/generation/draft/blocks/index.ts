import type { BlockView } from '../context.ts';
import type { BlockKind } from '../draft.ts';
import { button } from './button.ts';
import { code } from './code.ts';
import { compare } from './compare.ts';
import { contact } from './contact.ts';
import { cta } from './cta.ts';
import { facts } from './facts.ts';
import { faq } from './faq.ts';
import { features } from './features.ts';
import { footer } from './footer.ts';
import { form } from './form.ts';
import { gallery } from './gallery.ts';
import { hero } from './hero.ts';
import { letter } from './letter.ts';
import { logos } from './logos.ts';
import { map } from './map.ts';
import { menu } from './menu.ts';
import { numbers } from './numbers.ts';
import { order } from './order.ts';
import { people } from './people.ts';
import { pricing } from './pricing.ts';
import { quote } from './quote.ts';
import { schedule } from './schedule.ts';
import { signature } from './signature.ts';
import { steps } from './steps.ts';
import { text } from './text.ts';
import { video } from './video.ts';

const VIEWS: { [Kind in BlockKind]: BlockView<Kind> } = {
  button,
  code,
  compare,
  contact,
  cta,
  facts,
  faq,
  features,
  footer,
  form,
  gallery,
  hero,
  letter,
  logos,
  map,
  menu,
  numbers,
  order,
  people,
  pricing,
  quote,
  schedule,
  signature,
  steps,
  text,
  video,
};

export const viewOf = (kind: BlockKind): BlockView => VIEWS[kind] as BlockView;

/** How prompts begin, and how they order what they want. */

/** "Newsletter for our society: seed swap on 15 March, water is back, …": what is in it, one by one. */
export const ISSUE =
  /^([^:]{0,80}?(?:newsletter|rundbrief|infolettre|boletín|boletim|nieuwsbrief|nyhetsbrev|biuletyn|digest)[^:]{0,70}):\s(.{20,900})$/iu;

/** "Petition to keep the pool open", "Help us raise £8,000 for a new roof": the cause in its own words heads the page. */
export const CAUSE =
  /^(?:(?:an?\s)?petition\sto\s(\p{Ll}[^.!?:]{8,88})|((?:help|support) (?:us|me)\s(?!get\s|write|make a (?:page|site))[^.!?:]{8,88}))$/iu;

/** "I want people to sign up to our open day": what is behind it is what the page is for. */
export const WANTS_PEOPLE =
  /^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like)|help (?:me|us) get|get)\s(?:more\s)?(?:people|customers|members|visitors|guests|clients|parents|everyone|somebody|someone|\p{L}{3,16}s)\sto\s(?:be able to\s)?(?:sign up|register|book|come|come along|join|apply|enrol|subscribe|visit|buy|know|hear)\s(?:(?:a place|a seat|tickets?|online)\s)?(?:(?:to|for|in|on|at|with|about)\s)?/iu;
export const INVITED = /^(?:you['’]?re|you are)\s(?:\p{L}+ly\s)?invited\sto\s/iu;

/** "I want the page to make people think, oh, I could go there": all of it is the wish. */
export const THINKS = /^(?:and\s|also\s)?(?:i|we)(?:['’]d| would)?\s(?:want|like)\b.{0,80}\b(?:think|feel|say|understand)\b/iu;
/** "Write to our members that we raise the price": what is behind "that" is what the mail says. */
export const MAIL_THAT =
  /^(.{0,40}\b(?:e-?mail|mail|message|newsletter|letter|note|nachricht|courriel|correo|messaggio|bericht|mejl|rundmail)\b.{0,60}?)\s(?:saying that|to say that|that|dass|que|che|dat|att|że)\s(.{8,600})$/iu;
export const COMMISSIONED =
  /\b(?:need|want|would like|['’]d like|looking for|asked|make|create|build|brauchen?|möchten?|besoin|voudr\p{L}{2,5}|necesit\p{L}{1,5}|quer\p{L}{2,5}|vorrei|preciso|nodig|behöver|potrzebuj\p{L}{1,3})\b.{0,70}\b(?:page|website|site|landing|e-?mail|newsletter|seite|webseite|página|pagina|sito|sida|stron\p{L}|waiting list|waitlist|mailing list)(?!\p{L})/iu;

/* "No pictures, please". A false match costs a page its picture, which is the lesser mistake. */

const NO =
  /(?:no|not|non|none|without|never|don['’]?t|avoid|skip|omit|zero|kein\p{L}{0,2}|ohne|nicht|sans|pas|aucune?|sin|ning[uú]n\p{L}{0,2}|nada de|senza|niente|nessun\p{L}?|sem|nenhuma?s?|não|zonder|geen|niet|utan|inga|inte|bez|żadn\p{L}{1,3}|brak|nie|без|не)/u;
const PICTURES =
  /(?:pictures?|photos?|photograph\p{L}{0,3}|images?|illustrations?|graphics|pics?|bild\p{L}{0,3}|fotos?|foto[’']?s|grafik\p{L}{0,2}|im[aá]gen(?:es)?|immagin[ei]|imagens?|imagem|afbeelding\p{L}{0,2}|plaatjes|zdję[cć]\p{L}{0,2}|obraz\p{L}{0,4}|ilustra\p{L}{1,6}|зображен\p{L}{0,3}|картин\p{L}{0,3}|фото\p{L}{0,6}|ілюстрац\p{L}{0,3})/u;
/** Some words may stand between the two, such as "use any stock". */
const NO_PICTURES = new RegExp(String.raw`(?<!\p{L})${NO.source}(?!\p{L})[^.!?;:\n]{1,24}?(?<!\p{L})${PICTURES.source}(?!\p{L})`, 'iu');
const TEXT_ONLY =
  /(?<!\p{L})(?:(?:text|words)[ -]only|(?:just|only|nur|bara|alleen|tylko|solo|só|sólo|seulement|juste)(?: du| il| el| o)? (?:text\p{L}?|words|testo|tekst)|texte seul(?:ement)?)(?!\p{L})/iu;
const OTHERS =
  /(?:画像|写真|イラスト)(?:は|も|を)?(?:なし|無し|不要|使わな|使用しな|入れな)|(?:不要|不用|没有|無|无|不加)(?:任何)?(?:图片|照片|图像|圖片)|(?:사진|이미지|그림) ?(?:없이|없는|빼고)|(?:resim|fotoğraf|görsel)(?:siz|sız| olmasın| yok| kullanma)|(?:بدون|بلا) (?:صور|الصور)|बिना (?:किसी )?(?:तस्वीर|फोटो|फ़ोटो|चित्र)/iu;

export const wantsNoPicture = (prompt: string): boolean => NO_PICTURES.test(prompt) || TEXT_ONLY.test(prompt) || OTHERS.test(prompt);

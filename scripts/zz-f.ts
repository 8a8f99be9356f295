const { readBrief } = await import('../src/content/generation/reader/read.ts');
for (const p of [
 'page for rug washing in Romsey with a form where they can book a pick up (name, phone, yard address, how many rugs)',
 'waiting list for a nursery in Didsbury. ask name, childs age, email',
 'feedback form bus route 47: how often do you ride, what time, what annoys you most',
 'quick survey for allotment members: do we want chickens yes/no/dont care',
 'skate club page, they just leave name + phone + have you skated before (Never / In the seventies / Still do)',
 'staff survey about the canteen. Ask which shift (Days / Lates / Nights), how many times a week they eat there, what they want (tick as many as they like: Soup, Curry, Salad bar)',
 'viewing form for our flat: name, business, which unit, phone.',
 'Wedding page. RSVP form, please: names, coming or not (Can\'t wait / Sadly not), food (Meat / Fish / Vegan), camping?, a song that gets you dancing. By 30 June.',
 'page for a climbing gym. Form:\n- Your name\n- Email\n- Where would you start? (North wall / South wall)\n- What would you bring? (Shoes / Rope / Chalk) more than one possible\n- tick box: Keep me posted',
]) { const b = readBrief(p, 'page'); console.log('##', p.slice(0, 90), '\n  ', JSON.stringify(b.fields), b.purpose, JSON.stringify(b.remarks), JSON.stringify(b.statements)); }

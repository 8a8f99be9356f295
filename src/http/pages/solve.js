// Solves the challenge of the form on this page by the library of ALTCHA, and sends the form with the solution.
import { deriveKey } from './algorithms/web/pbkdf2.js';
import { solveChallenge } from './pow.js';

const form = document.querySelector('form[data-challenge]');

async function solve() {
  const response = await fetch(form.dataset.challenge, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The challenge answers ${response.status}`);
  const { parameters, signature } = await response.json();
  const solution = await solveChallenge({ challenge: { parameters, signature }, deriveKey });
  if (!solution) throw new Error('The challenge takes too long');
  form.elements.altcha.value = btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
  form.submit();
}

solve().catch((error) => {
  console.error(error);
  document.querySelector('.failed').hidden = false;
});

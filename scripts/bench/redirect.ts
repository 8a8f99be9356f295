/** Express that leads elsewhere and records nothing, as a process of its own. Prints its port. */
import express from 'express';
import { listen } from './lib.ts';

const app = express().get('/t/c/:token', (_request, response) => response.redirect(302, 'https://shop.example.com/?a=1&b=2'));
const { port } = await listen(app);
console.log(port);

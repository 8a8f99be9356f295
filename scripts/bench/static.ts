/** Express serving the files of a folder, as a process of its own. Prints its port. Usage: node static.ts FOLDER */
import express from 'express';
import { listen } from './lib.ts';

const { port } = await listen(express().use(express.static(process.argv[2] as string)));
console.log(port);

// Parses every Mermaid diagram below a folder: node check.mjs FOLDER
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';

// Mermaid cleans texts with a library that needs a browser's document.
const { window } = new JSDOM('');
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import('mermaid');

async function error(text) {
  try {
    await mermaid.parse(text);
    return null;
  } catch (e) {
    return e.message;
  }
}

// A check that never fails is worth nothing: these two must be refused.
for (const broken of ['sequenceDiagram\nn1->>n2 REQUEST\n', 'sequenceDiagram\nn1->>n2: REQUEST\ndeactivate n2\n']) {
  if ((await error(broken)) === null) {
    console.error('Mermaid accepts a broken diagram:\n' + broken);
    process.exit(1);
  }
}

const folder = process.argv[2];
const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.mmd')).sort();
let refused = 0;
for (const file of files) {
  const wrong = await error(readFileSync(join(folder, file), 'utf8'));
  if (wrong !== null) {
    refused++;
    console.error(`${file}: ${wrong}`);
  }
}
console.log(`Mermaid accepts ${files.length - refused} of ${files.length} diagrams.`);
process.exit(files.length > 0 && refused === 0 ? 0 : 1);

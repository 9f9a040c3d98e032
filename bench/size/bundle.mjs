import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { bytesAtStart, readScripts, sizeOf } from '../../scripts/fresh-app/measure.mjs'

/**
 * The server of a small app in one folder, minified: all of it, and what it loads at its start.
 *
 * @param {URL} entry
 */
export async function measureBundle(entry) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bundle-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(entry),
        outDir: folder,
        emptyOutDir: true,
        minify: true,
        rollupOptions: {
          output: { entryFileNames: 'entry.mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    })
    return {
      ...sizeOf(folder),
      brotli: sum(readScripts(folder).map((file) => brotliCompressSync(file).length)),
      atStart: bytesAtStart(folder, 'entry.mjs'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

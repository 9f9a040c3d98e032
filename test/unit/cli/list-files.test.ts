import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { listFiles } from '../../../src/vite/list-files.js'
import { makeSandbox } from './sandbox.js'

it('listFiles lists the files of all folders below a folder', async () => {
  const { folder } = makeSandbox({ 'a.ts': '', 'b/c.ts': '', 'b/d/e.ts': '' })
  const paths = ['a.ts', 'b/c.ts', 'b/d/e.ts'].map((path) => join(folder, path))
  expect([...(await listFiles(folder))].sort()).toEqual(paths)
})

it('no source file uses what Node 20.0 lacks, which is the oldest version that package.json allows', async () => {
  const files = await listFiles(fileURLToPath(new URL('../../../src', import.meta.url)))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  // `recursive` of `readdir` needs Node 20.1, `import.meta.dirname` 20.11, and the others 20.12.
  const newer =
    /\.parentPath\b|readdir\w*\([^)]*recursive|import\.meta\.(?:dirname|filename)|\bstyleText\(|process\.loadEnvFile|util\.parseEnv/
  expect(files.filter((_, at) => newer.test(texts[at] ?? ''))).toEqual([])
})

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** A program for a process of its own. */
export interface Child {
  /** The path of its file. */
  readonly file: string
  remove(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Makes a program for plain Node from a source file; `path` begins at the root of the repository. The
 * packages that it names are left out. By default all are, because only a program that is started many
 * times is worth the longer build.
 */
export async function buildChild(path: string, external: true | string[] = true): Promise<Child> {
  // Where it can find the packages that it needs.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'latchkey-child-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        '#key-derivation': join(root, 'src/passwords/key-derivation.node.ts'),
        '#language-loaders': join(root, 'src/pages/language-loaders'),
        '#passkey-flows': join(root, 'src/flows/passkey/passkey-flows.ts'),
        '#page-script': join(root, 'src/passkeys/page-script.ts'),
        '#primitives': join(root, 'src/crypto/primitives.node.ts'),
      },
    },
    ssr: { external, noExternal: external === true ? [] : true },
    build: { ssr: join(root, path), outDir, emptyOutDir: false, target: 'node20' },
  })
  return {
    file: join(outDir, basename(path).replace(/\.ts$/, '.js')),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}

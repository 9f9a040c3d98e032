import * as vite from 'vite'

/** The members of an ESTree node that this folder uses. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A module as JavaScript, and its statements. */
export interface ParsedModule {
  readonly code: string
  readonly statements: readonly Node[]
}

/** Converts TypeScript to JavaScript. JSX stays, because Qwik's optimizer needs it. */
type StripTypes = (code: string, id: string, options: object) => Promise<{ readonly code: string }>

/**
 * Parses a module of an app. Types are removed first, because Vite's parser only supports
 * JavaScript.
 *
 * @throws what the parser throws
 */
export async function parseModule(source: string, id: string): Promise<ParsedModule> {
  const path = id.replace(/[?#].*$/, '')
  const code = /\.[cm]?tsx?$/.test(path) ? await stripTypes(source, path) : source
  const { body } = vite.parseAst(code, parserOptions) as unknown as { readonly body: Node[] }
  return { code, statements: body }
}

/** Rollup reads `jsx` and Rolldown reads `lang`. */
const parserOptions: object = { jsx: true, lang: 'jsx' }

async function stripTypes(source: string, path: string): Promise<string> {
  const { code } = await (stripWithOxc() ?? stripWithEsbuild)(source, path, {})
  return code
}

/** Vite 8 compiles with Oxc. It has esbuild only if the app installs it. */
function stripWithOxc(): StripTypes | undefined {
  const transform = Reflect.get(vite, 'transformWithOxc') as StripTypes | undefined
  return transform && ((code, id) => transform(code, id, { jsx: 'preserve', sourcemap: false }))
}

const stripWithEsbuild: StripTypes = (code, path) =>
  vite.transformWithEsbuild(code, path, {
    jsx: 'preserve',
    sourcemap: false,
    target: 'esnext',
    // The app's own tsconfig.json may set another JSX mode.
    tsconfigRaw: { compilerOptions: { jsx: 'preserve' } },
  })

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

/** Compiler options that replace those of the app's tsconfig.json. */
type CompilerOptions = Readonly<Record<string, unknown>>

/** Converts TypeScript to JavaScript. JSX stays, because Qwik's optimizer needs it. */
type StripTypes = (
  code: string,
  id: string,
  options: CompilerOptions,
) => Promise<{ readonly code: string }>

/**
 * Parses a module of an app. Types are removed first, because Vite's parser only supports
 * JavaScript.
 *
 * @throws what the parser throws
 */
export async function parseModule(
  source: string,
  id: string,
  options: CompilerOptions = {},
): Promise<ParsedModule> {
  const path = id.replace(/[?#].*$/, '')
  const isTyped = /\.[cm]?tsx?$/.test(path)
  const { code } = isTyped
    ? await (stripWithOxc() ?? stripWithEsbuild)(source, path, options)
    : { code: source }
  const { body } = vite.parseAst(code, parserOptions) as unknown as { readonly body: Node[] }
  return { code, statements: body }
}

/** Rollup reads `jsx` and Rolldown reads `lang`. */
const parserOptions: object = { jsx: true, lang: 'jsx' }

/** Vite 8 compiles with Oxc. It has esbuild only if the app installs it. */
function stripWithOxc(): StripTypes | undefined {
  const transform = Reflect.get(vite, 'transformWithOxc') as StripTypes | undefined
  if (!transform) return undefined
  return (code, id, compilerOptions) => {
    // Without options of ours, Oxc reads the app's tsconfig.json.
    const replaced = Object.keys(compilerOptions).length > 0 && { tsconfig: { compilerOptions } }
    return transform(code, id, { jsx: 'preserve', sourcemap: false, ...replaced })
  }
}

const stripWithEsbuild: StripTypes = (code, path, options) =>
  vite.transformWithEsbuild(code, path, {
    jsx: 'preserve',
    sourcemap: false,
    target: 'esnext',
    // The app's own tsconfig.json may set another JSX mode.
    tsconfigRaw: { compilerOptions: { jsx: 'preserve', ...options } },
  })

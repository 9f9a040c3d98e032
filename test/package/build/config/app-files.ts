import { attackedFiles, toSecond } from '../attacked-files.js'
import type { ConfigForm, InitializerName } from './forms.js'

/** One cell of the matrix. */
export interface Cell {
  readonly form: ConfigForm
  readonly initializer: InitializerName
  readonly version: 1 | 2
  readonly hasPlugin: boolean
}

const page = `
  import { component$ } from '@builder.io/qwik'
  import { Form } from '@builder.io/qwik-city'
  import { useSession, useSignIn, useSignOut } from './plugin@auth'
  export default component$(() => {
    const session = useSession()
    const signIn = useSignIn()
    const signOut = useSignOut()
    return (
      <>
        <p>{session.value?.user?.name}</p>
        <Form action={signIn}><input name="providerId" value="google" /></Form>
        <button onClick$={() => signOut.submit({ redirectTo: '/' })}>Sign out</button>
      </>
    )
  })`

/** The files of an app that has its config in one form. */
export function filesOf({ form, initializer, version, hasPlugin }: Cell): Record<string, string> {
  const own = { ...form.files(initializer), 'src/routes/index.tsx': page }
  const {
    'vite.config.mjs': vite = '',
    'vite.server.config.mjs': server = '',
    ...base
  } = attackedFiles[version]
  const shared = [
    'package.json',
    'tsconfig.json',
    'src/root.tsx',
    'src/entry.ssr.tsx',
    'src/entry.node-server.tsx',
  ]
  return {
    ...Object.fromEntries(shared.map((name) => [name, base[name] ?? ''])),
    ...(version === 1 ? own : withSecondDoor(toSecond(own))),
    'vite.config.mjs': configure(vite, form, { hasPlugin, version }),
    'vite.server.config.mjs': server.replace(/, ssg: \{.*?\}/, ', ssg: null'),
  }
}

function configure(
  vite: string,
  { build = '{}', alias = '{}' }: ConfigForm,
  { hasPlugin, version }: Pick<Cell, 'hasPlugin' | 'version'>,
): string {
  const door = version === 1 ? alias : alias.replace(`'latchkey'`, `'latchkey/qwik2'`)
  return vite
    .replace('export default {', `export default { build: ${build}, resolve: { alias: ${door} },`)
    .replace('latchkey(),', hasPlugin ? 'latchkey(),' : '')
}

/** Not every form writes the import as the other files do. */
function withSecondDoor(files: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(files)
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text.replace(/(['"])latchkey\1/g, `'latchkey/qwik2'`)]),
  )
}

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { latchkey } from '../../../src/vite.js'

const id = '/app/src/speak-functions.ts'

async function transform(code: string, meta: object = { rolldownVersion: '1' }): Promise<string> {
  const context = {
    environment: { config: { consumer: 'client' }, mode: 'build' },
    meta,
    resolve: async (specifier: string) => ({ id: join('/node_modules', specifier, 'index.js') }),
    error: (given: object): never => {
      throw Object.assign(new Error(), given)
    },
  }
  const hook = latchkey().transform as {
    handler(this: object, code: string, id: string): Promise<{ code: string } | null>
  }
  return (await hook.handler.call(context, code, id))?.code ?? code
}

const qwik = `import { $, component$, implicit$FirstArg } from '@builder.io/qwik'`
const city = `import { server$, routeLoader$ } from '@builder.io/qwik-city'`
const second = `import { $ as qrl$ } from '@qwik.dev/core'`

describe('a name beside an import by a computed name', () => {
  it.each([
    [
      'translations of qwik-speak',
      `${city}
      const translationData = import.meta.glob('/i18n/**/*.json')
      const loadTranslation$ = server$(async (lang, asset) => await translationData[\`/i18n/\${lang}/\${asset}.json\`]?.())
      export const translationFn = { loadTranslation$ }`,
    ],
    [
      'translations in scripts',
      `${city}
      const translationData = import.meta.glob('/i18n/**/*.ts')
      const loadTranslation$ = server$(async (lang) => await translationData[lang]?.())
      export const translationFn = { loadTranslation$ }`,
    ],
    [
      'a QRL',
      `${qwik}\nexport const loadMessages$ = $((lang) => import(\`./messages/\${lang}.ts\`))`,
    ],
    ['a QRL under another name', `${second}\nexport const load$ = qrl$((lang) => import(lang))`],
    [
      'a QRL that is called',
      `${qwik}\nconst load$ = $((a) => import(a))\nexport const a = load$('de')`,
    ],
    [
      'a QRL that is exported under another name',
      `${qwik}\nconst load = $((a) => import(a))\nexport { load as load$ }`,
    ],
    [
      'a loader',
      `${city}\nexport const usePage$ = routeLoader$(({ params }) => import(params.name))`,
    ],
    [
      'a QRL that a component assigns',
      `${qwik}\nexport const Page = component$(() => { let onLoad$; onLoad$ = $(() => import(name)); return onLoad$ })`,
    ],
    ['a function without parameters', 'export const load$ = () => import(`./pages/${name}.ts`)'],
    [
      'a glob of data',
      `export const all$ = from(import.meta.glob(['./*.json', './*.yaml', '!./a.ts']))`,
    ],
    ['a template of data', 'export const all$ = (lang) => import(`./i18n/${lang}.json`)'],
    ['a sum of data', `export const all$ = (lang) => import('./i18n/' + lang + '.json')`],
    ['pictures', `export const icons$ = from(import.meta.glob('./*.png'))`],
    [
      'an observable',
      `const pages$ = from(import.meta.glob('./*.ts'))\nexport const first = (f) => pages$.subscribe(f)`,
    ],
  ])('may be %s', async (_, code) => {
    expect(await transform(code)).toBe(code)
  })

  it.each([
    ['a member of the module', 'export const auth$ = (await import(name)).make', 'auth$'],
    ['a member of a script', 'export const auth$ = (await import(`./${a}.ts`))[key]', 'auth$'],
    [
      'a member of a glob',
      `const all = import.meta.glob('./*.ts')\nexport const authQrl = all.a`,
      'authQrl',
    ],
    [
      'a glob with scripts',
      `export const auth$ = import.meta.glob(['./*.json', './*.ts']).a`,
      'auth$',
    ],
    [
      'a glob with scripts in braces',
      `export const auth$ = import.meta.glob('./*.{ts,json}').a`,
      'auth$',
    ],
    ['MDX', `export const auth$ = import.meta.glob('./*.mdx').a`, 'auth$'],
    [
      'a glob beside data',
      `const data = import.meta.glob('./*.json')\nexport const auth$ = (await import(data.name)).a`,
      'auth$',
    ],
    [
      'made by `implicit$FirstArg`',
      `${qwik}\nconst all = await import(name)\nexport const auth$ = implicit$FirstArg(all[key])`,
      'auth$',
    ],
    [
      'made by a `$` of the app',
      `import { wrap$ } from './wrap'\nexport const auth$ = wrap$(() => import(name))`,
      'auth$',
    ],
    [
      'a QRL that gets a function',
      `${qwik}\nconst auth$ = $((f) => import(name).then((a) => a[key](f)))\nexport const auth = auth$(() => ({}))`,
      'auth$',
    ],
    [
      'a QRL that gets a named function',
      `${qwik}\nconst auth$ = $((f) => import(name).then((a) => a[key](f)))\nconst config = () => ({})\nexport const auth = auth$(config)`,
      'auth$',
    ],
    [
      'a function that hands on its argument',
      'export const auth$ = (f) => import(name).then((all) => all[key](f))',
      'auth$',
    ],
    [
      'a function with `arguments`',
      'export const auth$ = function () { return import(name).then((all) => all[key](arguments[0])) }',
      'auth$',
    ],
    ['taken out of a QRL', `${qwik}\nexport const { auth$ } = $(() => import(name))`, 'auth$'],
    [
      'an object that is called',
      `const auth$ = (await import(name)).a\nexport const auth = auth$(() => ({}))`,
      'auth$',
    ],
    [
      'an object that is called by `call`',
      `const auth$ = (await import(name)).a\nexport const auth = auth$.call(null, () => ({}))`,
      'auth$',
    ],
    [
      'an object that is handed on',
      `const auth$ = (await import(name)).a\nexport const all = { auth$ }`,
      'auth$',
    ],
    [
      'a text',
      `const all = await import(name)\nexport const auth = all['routeAuthQrl'](config)`,
      'routeAuthQrl',
    ],
  ])('may not be %s', async (_, code, name) => {
    await expect(transform(code)).rejects.toThrow(
      `\`${name}\` may be an initializer, because its module imports a module by a computed name. The config would be published. If it is an initializer, import it by name, and call it at the top level of the module that imports it. If not, give it a name that does not end in \`$\` or \`Qrl\`, or move it to a module without that import.`,
    )
  })

  it('is refused with its path, which Rollup adds by itself', async () => {
    const code = 'export const auth$ = (await import(name)).make'
    const message = expect.not.stringContaining(id) as string
    await expect(transform(code, {})).rejects.toMatchObject({ id, message })
    await expect(transform(code)).rejects.toThrow(`${id}: `)
  })
})

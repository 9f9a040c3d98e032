import { describe, expect, it } from 'vitest'
import { authModule, createClientBuilds, pluginFile, type Files } from './client-build.js'

const build = createClientBuilds()

/** An app whose config reads a function of a module further away, which reads a constant there. */
function appWith(before: string, name: string): Files {
  return {
    [pluginFile]: authModule(`import { authConfig } from '../auth-config'`, 'authConfig'),
    'src/auth-config.ts': `import { find } from './db'\nexport const authConfig = { signIn: (id) => find(id) }`,
    'src/db.ts': `${before}\nexport const fields = ['name']\nexport const find = (id) => ${name}.find(id)`,
  }
}

const options = `{ user: 'app', password: 'canaryregen' }`

describe('a constant that a function of the module makes', () => {
  it.each([
    [
      'imports a client',
      `import { Pool } from './pool'\nconst connect = (o) => new Pool(o)\nconst pool = connect(${options})`,
    ],
    [
      'calls a function that does',
      `import { Pool } from './pool'\nconst open = (o) => new Pool(o)\nconst connect = (o) => open(o)\nconst pool = connect(${options})`,
    ],
    [
      'calls a function that calls it',
      `import { Pool } from './pool'
      const open = (o) => (o ? connect(o) : 0)
      const connect = (o) => (o ? open(o) : new Pool(o))
      const first = open('plain')
      const pool = open(${options})`,
    ],
    ['uses the network', `const connect = (o) => fetch(o)\nconst pool = connect(${options})`],
    [
      'is one of an object',
      `import { Pool } from './pool'\nconst all = { connect: (o) => new Pool(o) }\nconst pool = all.connect(${options})`,
    ],
    [
      'is the constructor of a class',
      `import { Pool } from './pool'\nclass Own { constructor(o) { this.a = new Pool(o) } }\nconst pool = new Own(${options})`,
    ],
  ])('is not a setting if the function %s', async (_, before) => {
    const ended = (await build(appWith(before, 'pool'))).end('src/db.ts', `f(${options})`)
    await expect(ended).rejects.toThrow('publishes `pool` of src/db.ts')
  })

  it.each([
    [
      'computes',
      `const join = (a, b) => \`\${a} \${b}\`\nconst pool = join('welcome', 'everyone')`,
    ],
    [
      'calls another',
      `const trim = (a) => String(a).trim()\nconst join = (list) => list.map((one) => trim(one))\nconst pool = join(['welcome', 'everyone'])`,
    ],
    [
      'checks',
      `function check(a) { if (!a) throw new TypeError('A name is missing'); return a }\nconst pool = check('everyone')`,
    ],
    [
      'is a class whose methods use the network',
      `class Cache { items = new Map(); load() { return fetch('/api') } }\nconst pool = new Cache('everyone')`,
    ],
  ])('may be a setting if the function %s', async (_, before) => {
    const code = `${before}\nconst fields = ['name']`
    const ended = (await build(appWith(before, 'pool'))).end('src/db.ts', code, ['fields'])
    await expect(ended).resolves.toBeUndefined()
  })
})

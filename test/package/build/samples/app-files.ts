/** The files of an app that samples import, and the packages that are not installed here. */
export const appFiles: Readonly<Record<string, string>> = {
  'src/users.ts': `
    import type { User } from 'latchkey'
    export const findUserByPassword = async (_name: unknown, _password: unknown): Promise<User | null> => null
    export const isInvited = (user: User): boolean => user.email === 'ada@example.com'
    export const roleOf = (user: User | undefined): string => (user ? 'editor' : 'guest')`,
  'src/database.ts': `
    import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
    import { memoryAdapter } from 'latchkey/adapters/memory'
    export interface Database { orders: { id: string; userId: string } }
    export const db = new Kysely<Database>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (at) => new SqliteIntrospector(at),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    })
    export const adapter = memoryAdapter()`,
  'src/auth-adapter.ts': `
    import type { Adapter } from 'latchkey'
    import { memoryAdapter } from 'latchkey/adapters/memory'
    export const openAdapter = async (_url: string | undefined): Promise<Adapter> => memoryAdapter()`,
  'src/my-adapter.ts': `
    import { memoryAdapter } from 'latchkey/adapters/memory'
    export const myAdapter = memoryAdapter`,
  'src/config.ts': `
    import type { AuthConfig } from 'latchkey/core'
    export const config: AuthConfig = { secret: 'a secret of 32 characters or more', providers: [] }
    export const makeConfig = (): AuthConfig => config`,
  'src/auth-config.ts': `
    import type { AuthConfig } from 'latchkey/core'
    import { memoryAdapter } from 'latchkey/adapters/memory'
    export const authConfig: AuthConfig = {
      secret: 'a secret of 32 characters or more',
      adapter: memoryAdapter(),
      providers: [],
    }`,
  'src/orders.ts': `
    import { readSession, type AuthConfig } from 'latchkey/core'
    export async function loadOrders(request: Request, config: AuthConfig): Promise<string[] | null> {
      const { data: session } = await readSession(request, config)
      return session ? ['Order of ' + session.user?.name] : null
    }`,
  'src/entry.ssr.tsx': `
    declare const render: import('@builder.io/qwik/server').Render & import('@qwik.dev/core/server').Render
    export default render`,
  'src/routes/plugin@auth.ts': `
    import { routeAuth$ } from 'latchkey'
    export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({ providers: [] }))`,
  'src/ambient.d.ts': `
    declare module '@qwik-city-plan' {
      const plan: import('@builder.io/qwik-city/middleware/node').QwikCityNodeRequestOptions['qwikCityPlan']
      export default plan
    }
    declare module 'express' {
      type Handler = (request: any, response: any, next: () => void) => unknown
      interface Express {
        use(...handlers: Handler[]): Express
        listen(port: number): unknown
      }
      export default function express(): Express
    }
    declare module 'fastify' {
      interface Fastify {
        removeAllContentTypeParsers(): void
        addContentTypeParser(type: string, parse: (request: any, payload: any, done: (error: null) => void) => void): void
        setNotFoundHandler(handler: (request: any, reply: any) => void): void
      }
      export default function fastify(): Fastify
    }`,
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      jsx: 'react-jsx',
      jsxImportSource: '@builder.io/qwik',
      paths: { '~/*': ['./src/*'] },
    },
    include: ['.'],
    exclude: ['node_modules'],
  }),
}

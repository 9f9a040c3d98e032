import { initializerQrls, initializers } from './initializers.js'
import { specifiersOf, textOf } from './module-exports.js'
import { parseModule } from './parse-module.js'
import { namesIn } from './walk.js'

const names = [...initializers, ...initializerQrls]

/** Whether compiled code refers to an initializer. A text that mentions one does not count. */
export async function usesInitializer(code: string): Promise<boolean> {
  if (!names.some((name) => code.includes(name))) return false
  const { statements } = await parseModule(code, 'compiled.js')
  return statements.some((statement) => {
    const imported = specifiersOf(statement).map((one) => textOf(one['imported']) ?? '')
    const used = new Set([...namesIn(statement), ...imported])
    return names.some((name) => used.has(name))
  })
}

import { ownFolder } from './initializers.js'

/** Stands in the browser's files for what the engine loads later. */
export const nothing = '\0latchkey:nothing'

/** Whether a module is part of the engine. A browser runs the hooks and the components only. */
export function isOfEngine(id: string): boolean {
  return id.startsWith(ownFolder) && !/^qwik2?[\\/]/.test(id.slice(ownFolder.length))
}

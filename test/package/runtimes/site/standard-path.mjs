export { extname, join } from 'node:path'
export { fileURLToPath as fromFileUrl } from 'node:url'

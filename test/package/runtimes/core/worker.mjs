import { makeHandler } from './answer.mjs'

/** @type {ReturnType<typeof makeHandler> | undefined} */
let handle

export default {
  /**
   * @param {Request} request
   * @param {Readonly<Record<string, string>>} env
   */
  fetch(request, env) {
    handle ??= makeHandler({ get: (name) => env[name] })
    return handle(request, request.headers.get('CF-Connecting-IP') ?? undefined)
  },
}

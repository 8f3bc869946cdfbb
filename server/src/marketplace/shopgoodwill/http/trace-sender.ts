import type { Trace } from '../../../platform/trace.ts'
import type { SendRequest } from '../site.ts'

/** Makes a span of each call. Of its path it says the kind of call alone: the rest may be an item number or a ZIP. */
export function traceSender(send: SendRequest, trace: Trace): SendRequest {
  return (request) => {
    const [path = ''] = request.path.split('?')
    const call = path.split('/', 2).join('/')
    const attributes = { 'http.request.method': request.method, 'site.call': call }
    return trace({ name: `site ${call}`, kind: 'client', attributes }, async (note) => {
      const response = await send(request)
      note({ 'http.response.status_code': response.status })
      return response
    })
  }
}

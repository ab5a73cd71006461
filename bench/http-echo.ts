// A server that has no opinion, in a process of its own. Sends its port when it is ready.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be broken, as a network does it: in the middle, without a word. */
export interface Detour {
  readonly port: number
  /** Breaks every connection. */
  cut(): void
  /** While closed, nobody gets through. */
  setOpen(open: boolean): void
  close(): Promise<void>
}

/** Opens a way to a port of this machine. */
export async function openDetour(target: number): Promise<Detour> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server = createServer((socket) => {
    if (!isOpen) {
      socket.resetAndDestroy()
      return
    }
    const through = connect(target, '127.0.0.1')
    for (const end of [socket, through]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        through.destroy()
      })
    }
    socket.pipe(through).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    setOpen: (open) => {
      isOpen = open
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

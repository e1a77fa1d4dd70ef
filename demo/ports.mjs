import { connect, createServer } from "node:net"

const LOOPBACK = ["127.0.0.1", "::1"]

/**
 * A free port on this machine's own addresses: the wanted one or the next free after it, and any free
 * one when none is wanted. It can still be taken before it is used; the caller must be ready for that.
 *
 * @param {number} [wanted]
 */
export async function freePort(wanted) {
  if (wanted === undefined) {
    for (;;) {
      const port = await anyPort()
      if (await isFree(port)) return port
    }
  }
  for (let port = wanted; port < wanted + 200; port++) {
    if (await isFree(port)) return port
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 199}.`)
}

/**
 * Both questions are asked: on some systems one may listen on an address although somebody listens on all of them.
 *
 * @param {number} port
 */
export async function isFree(port) {
  for (const host of LOOPBACK) {
    if ((await answers(port, host)) || !(await canListen(port, host))) return false
  }
  return true
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} */
function answers(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const done = (/** @type {boolean} */ answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once("connect", () => done(true))
    socket.once("error", () => done(false))
  })
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} true too where the machine has no such address */
function canListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT"),
    )
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** @returns {Promise<number>} */
function anyPort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}

import { type Server, STATUS_CODES } from 'node:http';
import { ApiError } from '../errors.ts';

/** Answers requests that Node's parser rejects in the form of every other error. */
export function answerClientErrors(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const answer = new ApiError(error.code === 'HPE_HEADER_OVERFLOW' ? 'head_too_large' : 'invalid');
    const body = JSON.stringify(answer.body());
    socket.end(
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

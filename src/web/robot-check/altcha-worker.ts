// The solver of the ALTCHA project in a same-origin worker, because the content security policy
// allows no other.
import 'altcha/workers/pbkdf2';

// The solver of the ALTCHA project, in a worker of our own origin: the policy allows no other.
import 'altcha/workers/pbkdf2';

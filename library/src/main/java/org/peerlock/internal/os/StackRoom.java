package org.peerlock.internal.os;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes sure that an operation has enough stack before it changes anything. A
 * {@code StackOverflowError} in the middle of it would leave a lock that nobody can release, for
 * example. (The JDK's own locks have {@code @ReservedStackAccess} for that, which is not for
 * others.)
 */
public enum StackRoom {

    /**
     * For acquiring a lock. It is more than a release needs. So a method that has acquired a lock
     * can also release it, if it does both itself, as {@code try} and {@code finally} do.
     */
    ACQUIRE(9),
    /** For releasing a lock, or for going on with less of it. */
    RELEASE(6),
    /** For a turn of the event loop. */
    LOOP_TURN(24);

    private static final int RARELY = 63;

    /** Always zero, but volatile, so that the compiler cannot rely on it. */
    private static volatile long any;

    /** Each takes about 2 KB in compiled code, and 4 KB in the interpreter, where everything else takes more, too. */
    private final int calls;

    StackRoom(int calls) {
        this.calls = calls;
    }

    /**
     * Makes sure that the current thread has so much left.
     *
     * @throws StackOverflowError if it has less
     */
    public void require() {
        var unused = descend(calls);
    }

    /** Whether the current thread has so much left. */
    public boolean isLeft() {
        try {
            require();
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /**
     * Recurses to this depth. It needs many variables at once at the bottom, so that each call takes
     * much stack and few calls suffice: compiled and interpreted code both reserve space for all
     * variables beforehand. To use them takes long, so that is done rarely; if it were never done, the
     * compiler would leave them out.
     */
    private static long descend(int more) {
        if (more > 0) {
            return descend(more - 1) + 1;
        }
        if ((ThreadLocalRandom.current().nextInt() & RARELY) != 0) {
            return 0;
        }
        // spotless:off
        long a0 = any, a1 = any, a2 = any, a3 = any, a4 = any, a5 = any, a6 = any, a7 = any, a8 = any, a9 = any, a10 = any, a11 = any,
             a12 = any, a13 = any, a14 = any, a15 = any, a16 = any, a17 = any, a18 = any, a19 = any, a20 = any, a21 = any, a22 = any, a23 = any,
             a24 = any, a25 = any, a26 = any, a27 = any, a28 = any, a29 = any, a30 = any, a31 = any, a32 = any, a33 = any, a34 = any, a35 = any,
             a36 = any, a37 = any, a38 = any, a39 = any, a40 = any, a41 = any, a42 = any, a43 = any, a44 = any, a45 = any, a46 = any, a47 = any,
             a48 = any, a49 = any, a50 = any, a51 = any, a52 = any, a53 = any, a54 = any, a55 = any, a56 = any, a57 = any, a58 = any, a59 = any,
             a60 = any, a61 = any, a62 = any, a63 = any, a64 = any, a65 = any, a66 = any, a67 = any, a68 = any, a69 = any, a70 = any, a71 = any,
             a72 = any, a73 = any, a74 = any, a75 = any, a76 = any, a77 = any, a78 = any, a79 = any, a80 = any, a81 = any, a82 = any, a83 = any,
             a84 = any, a85 = any, a86 = any, a87 = any, a88 = any, a89 = any, a90 = any, a91 = any, a92 = any, a93 = any, a94 = any, a95 = any,
             a96 = any, a97 = any, a98 = any, a99 = any, a100 = any, a101 = any, a102 = any, a103 = any, a104 = any, a105 = any, a106 = any, a107 = any,
             a108 = any, a109 = any, a110 = any, a111 = any, a112 = any, a113 = any, a114 = any, a115 = any, a116 = any, a117 = any, a118 = any, a119 = any,
             a120 = any, a121 = any, a122 = any, a123 = any, a124 = any, a125 = any, a126 = any, a127 = any, a128 = any, a129 = any, a130 = any, a131 = any,
             a132 = any, a133 = any, a134 = any, a135 = any, a136 = any, a137 = any, a138 = any, a139 = any, a140 = any, a141 = any, a142 = any, a143 = any,
             a144 = any, a145 = any, a146 = any, a147 = any, a148 = any, a149 = any, a150 = any, a151 = any, a152 = any, a153 = any, a154 = any, a155 = any,
             a156 = any, a157 = any, a158 = any, a159 = any, a160 = any, a161 = any, a162 = any, a163 = any, a164 = any, a165 = any, a166 = any, a167 = any,
             a168 = any, a169 = any, a170 = any, a171 = any, a172 = any, a173 = any, a174 = any, a175 = any, a176 = any, a177 = any, a178 = any, a179 = any,
             a180 = any, a181 = any, a182 = any, a183 = any, a184 = any, a185 = any, a186 = any, a187 = any, a188 = any, a189 = any, a190 = any, a191 = any,
             a192 = any, a193 = any, a194 = any, a195 = any, a196 = any, a197 = any, a198 = any, a199 = any, a200 = any, a201 = any, a202 = any, a203 = any,
             a204 = any, a205 = any, a206 = any, a207 = any, a208 = any, a209 = any, a210 = any, a211 = any, a212 = any, a213 = any, a214 = any, a215 = any,
             a216 = any, a217 = any, a218 = any, a219 = any, a220 = any, a221 = any, a222 = any, a223 = any, a224 = any, a225 = any, a226 = any, a227 = any,
             a228 = any, a229 = any, a230 = any, a231 = any, a232 = any, a233 = any, a234 = any, a235 = any, a236 = any, a237 = any, a238 = any, a239 = any;
        return a0 ^ (a1 + (a2 ^ (a3 + (a4 ^ (a5 + (a6 ^ (a7 + (a8 ^ (a9 + (a10 ^ (a11 + (
                a12 ^ (a13 + (a14 ^ (a15 + (a16 ^ (a17 + (a18 ^ (a19 + (a20 ^ (a21 + (a22 ^ (a23 + (
                a24 ^ (a25 + (a26 ^ (a27 + (a28 ^ (a29 + (a30 ^ (a31 + (a32 ^ (a33 + (a34 ^ (a35 + (
                a36 ^ (a37 + (a38 ^ (a39 + (a40 ^ (a41 + (a42 ^ (a43 + (a44 ^ (a45 + (a46 ^ (a47 + (
                a48 ^ (a49 + (a50 ^ (a51 + (a52 ^ (a53 + (a54 ^ (a55 + (a56 ^ (a57 + (a58 ^ (a59 + (
                a60 ^ (a61 + (a62 ^ (a63 + (a64 ^ (a65 + (a66 ^ (a67 + (a68 ^ (a69 + (a70 ^ (a71 + (
                a72 ^ (a73 + (a74 ^ (a75 + (a76 ^ (a77 + (a78 ^ (a79 + (a80 ^ (a81 + (a82 ^ (a83 + (
                a84 ^ (a85 + (a86 ^ (a87 + (a88 ^ (a89 + (a90 ^ (a91 + (a92 ^ (a93 + (a94 ^ (a95 + (
                a96 ^ (a97 + (a98 ^ (a99 + (a100 ^ (a101 + (a102 ^ (a103 + (a104 ^ (a105 + (a106 ^ (a107 + (
                a108 ^ (a109 + (a110 ^ (a111 + (a112 ^ (a113 + (a114 ^ (a115 + (a116 ^ (a117 + (a118 ^ (a119 + (
                a120 ^ (a121 + (a122 ^ (a123 + (a124 ^ (a125 + (a126 ^ (a127 + (a128 ^ (a129 + (a130 ^ (a131 + (
                a132 ^ (a133 + (a134 ^ (a135 + (a136 ^ (a137 + (a138 ^ (a139 + (a140 ^ (a141 + (a142 ^ (a143 + (
                a144 ^ (a145 + (a146 ^ (a147 + (a148 ^ (a149 + (a150 ^ (a151 + (a152 ^ (a153 + (a154 ^ (a155 + (
                a156 ^ (a157 + (a158 ^ (a159 + (a160 ^ (a161 + (a162 ^ (a163 + (a164 ^ (a165 + (a166 ^ (a167 + (
                a168 ^ (a169 + (a170 ^ (a171 + (a172 ^ (a173 + (a174 ^ (a175 + (a176 ^ (a177 + (a178 ^ (a179 + (
                a180 ^ (a181 + (a182 ^ (a183 + (a184 ^ (a185 + (a186 ^ (a187 + (a188 ^ (a189 + (a190 ^ (a191 + (
                a192 ^ (a193 + (a194 ^ (a195 + (a196 ^ (a197 + (a198 ^ (a199 + (a200 ^ (a201 + (a202 ^ (a203 + (
                a204 ^ (a205 + (a206 ^ (a207 + (a208 ^ (a209 + (a210 ^ (a211 + (a212 ^ (a213 + (a214 ^ (a215 + (
                a216 ^ (a217 + (a218 ^ (a219 + (a220 ^ (a221 + (a222 ^ (a223 + (a224 ^ (a225 + (a226 ^ (a227 + (
                a228 ^ (a229 + (a230 ^ (a231 + (a232 ^ (a233 + (a234 ^ (a235 + (a236 ^ (a237 + (a238 ^
                a239))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
                ))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
        // spotless:on
    }
}

/** A small library of bodies in our own words, under the names by which the importer recognises them. */
export const bodiesLibrary = `
package Modelica
  package Utilities package Internal package PartialModelicaServices package Animation
    partial model PartialShape
      parameter String shapeType = "box";
      input Modelica.Mechanics.MultiBody.Frames.Orientation R = Modelica.Mechanics.MultiBody.Frames.Orientation(T = identity(3), w = zeros(3)); input Real r[3] = {0, 0, 0};
      input Real r_shape[3] = {0, 0, 0}; input Real lengthDirection[3] = {1, 0, 0}; input Real widthDirection[3] = {0.31, 0.27, 0.91};
      input Real length = 1; input Real width = 1; input Real height = 1; input Real extra = 0; input Real color[3] = {255, 0, 0};
    end PartialShape;
  end Animation; end PartialModelicaServices; end Internal; end Utilities;
  package Math package Vectors
    function unit input Real v[3]; output Real e[3]; algorithm e := v/sqrt(v*v); end unit;
  end Vectors; end Math;
  package Mechanics
    package Rotational package Interfaces
      connector Flange Real phi; flow Real tau; end Flange;
    end Interfaces; end Rotational;
    package Translational package Interfaces
      connector Flange Real s; flow Real f; end Flange;
    end Interfaces; end Translational;
    package MultiBody
      package Frames
        record Orientation
          Real T[3, 3]; Real w[3];
          function equalityConstraint
            input Orientation R1; input Orientation R2; output Real residue[3];
          algorithm
            residue := {R1.T[2, :]*R2.T[3, :], R1.T[3, :]*R2.T[1, :], R1.T[1, :]*R2.T[2, :]};
          end equalityConstraint;
        end Orientation;
        function turned "about e by phi"
          input Real e[3]; input Real phi; output Real T[3, 3];
        algorithm
          T := {{e[i]*e[j] for j in 1:3} for i in 1:3} + (identity(3) - {{e[i]*e[j] for j in 1:3} for i in 1:3})*cos(phi)
            - [0, -e[3], e[2]; e[3], 0, -e[1]; -e[2], e[1], 0]*sin(phi);
        end turned;
      end Frames;
      package Interfaces
        connector Frame Real r_0[3]; Frames.Orientation R; flow Real f[3]; flow Real t[3]; end Frame;
        connector Frame_a = Frame; connector Frame_b = Frame;
      end Interfaces;
      package Forces
        package Internal
          function standardGravityAcceleration
            input Real r[3]; input Integer gravityType = 2; input Real g[3] = {0, -9.81, 0}; input Real mu = 0; output Real gravity[3];
          algorithm
            gravity := if gravityType == 2 then g else if gravityType == 3 then -mu*r/sqrt(r*r)^3 else zeros(3);
          end standardGravityAcceleration;
        end Internal;
        model Spring
          Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
          parameter Real c; parameter Real s_unstretched = 0; parameter Real m = 0; parameter Real lengthFraction = 0.5;
          parameter Boolean fixedRotationAtFrame_a = false; parameter Boolean fixedRotationAtFrame_b = false;
          ModelicaServices.Animation.Shape lineShape(shapeType = "spring", r = frame_a.r_0, length = s, lengthDirection = d/s,
            width = 0.1, height = 0.02, extra = 5);
          ModelicaServices.Animation.Shape massShape(shapeType = "sphere", r = frame_a.r_0, r_shape = lengthFraction*d, length = 0.03,
            width = 0.03, height = 0.03) if m > 0;
          Real d[3] = frame_b.r_0 - frame_a.r_0; Real s = sqrt(d*d); Real f = c*(s - s_unstretched);
        equation
          frame_a.f = -frame_a.R.T*d*f/s; frame_b.f = frame_b.R.T*d*f/s; frame_a.t = zeros(3); frame_b.t = zeros(3);
        end Spring;
      end Forces;
      model World
        Interfaces.Frame_b frame_b;
        type GravityTypes = enumeration(NoGravity, UniformGravity, PointGravity);
        parameter GravityTypes gravityType = GravityTypes.UniformGravity;
        parameter Real g = 9.81; parameter Real n[3] = {0, -1, 0}; parameter Real mu = 0;
        replaceable function gravityAcceleration =
          Forces.Internal.standardGravityAcceleration(gravityType = Integer(gravityType), g = g*Modelica.Math.Vectors.unit(n), mu = mu);
      equation
        Connections.root(frame_b.R);
        frame_b.r_0 = zeros(3); frame_b.R.T = identity(3); frame_b.R.w = zeros(3);
      end World;
      package Parts
        model FixedTranslation
          Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
          parameter Real r[3];
        equation
          Connections.branch(frame_a.R, frame_b.R);
          frame_b.r_0 = frame_a.r_0 + transpose(frame_a.R.T)*r;
          frame_b.R.T = frame_a.R.T; frame_b.R.w = frame_a.R.w;
          frame_a.f + frame_b.f = zeros(3); frame_a.t + frame_b.t + cross(r, frame_b.f) = zeros(3);
        end FixedTranslation;
        model Body
          Interfaces.Frame_a frame_a;
          parameter Real m = 1; parameter Real r_CM[3] = zeros(3);
          parameter Real I_11 = 0.001; parameter Real I_22 = 0.001; parameter Real I_33 = 0.001;
          parameter Real I_21 = 0; parameter Real I_31 = 0; parameter Real I_32 = 0;
          parameter Boolean angles_fixed = false; parameter Boolean w_0_fixed = false; parameter Boolean z_0_fixed = false;
          parameter Real w_0_start[3] = zeros(3);
          final parameter Frames.Orientation R_start(T = identity(3), w = zeros(3));
          Real r_0[3](start = zeros(3)); Real v_0[3](start = zeros(3)); Real a_0[3](start = zeros(3));
          Real w_a[3]; Real z_a[3];
          input Real sphereColor[3] = {0, 0, 255};
          ModelicaServices.Animation.Shape sphere(shapeType = "sphere", r = frame_a.r_0, R = frame_a.R, r_shape = r_CM,
            length = 0.2, width = 0.2, height = 0.2, color = sphereColor);
        protected
          outer World world;
          parameter Real I[3, 3] = [I_11, I_21, I_31; I_21, I_22, I_32; I_31, I_32, I_33];
        equation
          r_0 = frame_a.r_0; v_0 = der(r_0); a_0 = der(v_0); w_a = frame_a.R.w; z_a = der(w_a);
          frame_a.f = m*(frame_a.R.T*(a_0 - world.gravityAcceleration(frame_a.r_0 + transpose(frame_a.R.T)*r_CM))
            + cross(z_a, r_CM) + cross(w_a, cross(w_a, r_CM)));
          frame_a.t = I*z_a + cross(w_a, I*w_a) + cross(r_CM, frame_a.f);
        end Body;
      end Parts;
      package Joints
        model Revolute
          Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
          parameter Boolean useAxisFlange = false;
          Rotational.Interfaces.Flange axis if useAxisFlange; Rotational.Interfaces.Flange support if useAxisFlange;
          parameter Real n[3] = {0, 0, 1};
          Real phi(start = 0, stateSelect = StateSelect.prefer); Real w(start = 0, stateSelect = StateSelect.prefer); Real a(start = 0);
          Real tau; Real angle = phi;
        protected
          parameter Real e[3] = Modelica.Math.Vectors.unit(n);
          Real T[3, 3] = Frames.turned(e, phi);
        equation
          Connections.branch(frame_a.R, frame_b.R);
          w = der(phi); a = der(w);
          frame_b.r_0 = frame_a.r_0;
          if Connections.rooted(frame_a.R) then
            frame_b.R.T = T*frame_a.R.T; frame_b.R.w = T*(frame_a.R.w + e*w);
          else
            frame_a.R.T = transpose(T)*frame_b.R.T; frame_a.R.w = transpose(T)*frame_b.R.w - e*w;
          end if;
          frame_a.f = -transpose(T)*frame_b.f; frame_a.t = -transpose(T)*frame_b.t;
          tau = -frame_b.t*e;
          if useAxisFlange then
            axis.phi = phi; axis.tau = tau; support.phi = 0;
          else
            tau = 0;
          end if;
        end Revolute;
        model RevolutePlanarLoopConstraint "closes a loop in the plane across the z-axis of frame_a"
          Interfaces.Frame_a frame_a; Interfaces.Frame_b frame_b;
          parameter Real n[3] = {0, 0, 1};
        protected
          Real d[3] = frame_a.R.T*(frame_b.r_0 - frame_a.r_0); Real f[2];
        equation
          d[1] = 0; d[2] = 0;
          frame_a.f = {f[1], f[2], 0}; frame_b.f = -frame_b.R.T*transpose(frame_a.R.T)*frame_a.f;
          frame_a.t = zeros(3); frame_b.t = zeros(3);
        end RevolutePlanarLoopConstraint;
      end Joints;
    end MultiBody;
  end Mechanics;
end Modelica;
`;
